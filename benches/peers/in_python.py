"""The Grundy values of Fibonacci Nim by the recursion as it is written, in plain Python."""

import sys
from functools import cache

import peer


@cache
def grundy(heap, cap):
    """The mex over the takes t ≤ cap, which leave the heap less t under the cap 2t."""
    rests = range(heap - cap, heap)
    options = {grundy(rest, min(2 * (heap - rest), rest)) for rest in rests}
    value = 0
    while value in options:
        value += 1
    return value


def nim_sum_of_values(last):
    """The sum over the heaps 1 to `last` at every cap."""
    grundy.cache_clear()
    return sum(grundy(heap, cap) for heap in range(1, last + 1) for cap in range(heap + 1))


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    peer.serve(nim=nim_sum_of_values)
