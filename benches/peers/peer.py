"""What the peers in Python share: places, weights, and how they are asked.

A peer reads requests from standard input, one a line, `WORK SOURCE WHERE COUNT SUM`:

    terms range 1000000000 10000000 127008257     the numbers from WHERE on
    terms list target/peers/list 1000000 …        the first numbers of the file WHERE
    nim heaps 1 10000 …                           the heaps from 1 up, at every cap

It does the work once, into memory that was touched before, checks that the values
add up to SUM, and answers a line of JSON: the seconds that the work took.
"""

import json
import sys
import time

PLACES = [1, 2]
while PLACES[-1] < 1 << 66:
    PLACES.append(PLACES[-2] + PLACES[-1])

WEIGHTS = {
    "terms": lambda i: 1,
    "upper-bound": lambda i: PLACES[i + 1] - i - 2,
    "numeral": lambda i: 1 << (i - 1),
}


def weights(quantity, top):
    """What the places of the indices 1 to `top` are worth."""
    return [WEIGHTS[quantity](i) for i in range(1, top + 1)]


def top_index(n):
    """The largest index in the numeral of `n`."""
    return max(i for i, place in enumerate(PLACES, 1) if place <= n)


def terms(n):
    """The indices in the numeral of `n`, from the largest down."""
    indices = []
    for i in range(len(PLACES), 0, -1):
        if PLACES[i - 1] <= n:
            n -= PLACES[i - 1]
            indices.append(i)
    return indices


def timed(work):
    """The seconds that `work` takes, and what it returns."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def sum_of(column):
    """The exact sum of a column of 64 bits, by halves."""
    return (int((column >> 32).sum()) << 32) + int((column & 0xFFFF_FFFF).sum())


def serve(fill_range=None, fill_list=None, nim=None):
    """Answers requests until there are no more."""
    kept = {}

    def column(count):
        import numpy

        # Kept, so that its memory has been touched; all ones, so that what nobody writes shows.
        out = kept.setdefault(count, numpy.empty(count, numpy.uint64))
        out.fill(2**64 - 1)
        return out

    def listed(path, count):
        import numpy

        return kept.setdefault((path, count), numpy.fromfile(path, "<u8", count))

    for line in sys.stdin:
        work, source, where, count, expected = line.split()
        count = int(count)
        if source == "heaps":
            seconds, total = timed(lambda: nim(count))
        else:
            out = column(count)
            if source == "range":
                seconds, _ = timed(lambda: fill_range(work, int(where), out))
            else:
                numbers = listed(where, count)
                seconds, _ = timed(lambda: fill_list(work, numbers, out))
            total = sum_of(out)
        assert total == int(expected), f"{line.strip()}: {total}"
        print(json.dumps({"seconds": seconds}), flush=True)
