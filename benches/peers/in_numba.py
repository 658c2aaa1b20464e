"""Zeckendorf quantities and the Grundy values of Fibonacci Nim in Numba, on one thread.

The greedy goes through the places a block at a time, written so that LLVM makes
vector instructions of it, which here is several times as fast as a number after another.
"""

import numpy as np
from numba import njit

import peer

BLOCK = 512


@njit
def step(rest, place, weight, out):
    for j in range(rest.size):
        takes = rest[j] >= place
        rest[j] = rest[j] - place if takes else rest[j]
        out[j] = out[j] + weight if takes else out[j]


@njit
def greedy(rest, places, weights, out):
    out[:] = 0
    for i in range(places.size - 1, -1, -1):
        step(rest, places[i], weights[i], out)


@njit
def range_blocks(start, places, weights, out):
    rest = np.empty(BLOCK, np.uint64)
    for begin in range(0, out.size, BLOCK):
        count = min(BLOCK, out.size - begin)
        for j in range(count):
            rest[j] = start + np.uint64(begin + j)
        greedy(rest[:count], places, weights, out[begin : begin + count])


@njit
def list_blocks(numbers, places, weights, out):
    rest = np.empty(BLOCK, np.uint64)
    for begin in range(0, out.size, BLOCK):
        count = min(BLOCK, out.size - begin)
        rest[:count] = numbers[begin : begin + count]
        greedy(rest[:count], places, weights, out[begin : begin + count])


def tables(quantity, largest):
    top = peer.top_index(largest)
    return np.array(peer.PLACES[:top], np.uint64), np.array(peer.weights(quantity, top), np.uint64)


def fill_range(quantity, start, out):
    """The values at `start`, `start` + 1, …"""
    range_blocks(np.uint64(start), *tables(quantity, start + out.size - 1), out)


def fill_list(quantity, numbers, out):
    """The values at each of `numbers`."""
    list_blocks(numbers, *tables(quantity, int(numbers.max())), out)


@njit
def nim_sum_of_values(last):
    """The sum of the Grundy values of the heaps 1 to `last` at every cap, by the mex
    recursion over a table: the next cap has one option more."""
    values = np.zeros((last + 1) * (last + 2) // 2, np.uint8)
    total = 0
    for heap in range(1, last + 1):
        at = heap * (heap + 1) // 2
        seen = np.zeros(256, np.bool_)
        mex = 0
        for take in range(1, heap + 1):
            rest = heap - take
            seen[values[rest * (rest + 1) // 2 + min(2 * take, rest)]] = True
            while seen[mex]:
                mex += 1
            values[at + take] = mex
            total += mex
    return total


if __name__ == "__main__":
    peer.serve(fill_range, fill_list, nim_sum_of_values)
