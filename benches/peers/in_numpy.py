"""Zeckendorf quantities in NumPy: the vectorised greedy numeral, and phinum's tiles.

The greedy goes through the places from the largest down, all numbers of a block
at once; of the ways to write a step this was the fastest tried. `tiled` is what phinum does for a
range, written in NumPy: one addition of a table and a constant for each run of
numbers whose digits from index K up are the same.
"""

import sys

import numpy as np

import peer

# Numbers that go through the places together: they stay in the second-level cache.
BLOCK = 1 << 16
# Digits that go into a table.
TILE = 22


def greedy(rest, places, weights, out):
    """Adds to `out` the weights of the terms of `rest`, which is used up."""
    takes = np.empty(rest.size, bool)
    lowered, worth = np.empty_like(rest), np.empty_like(out)
    for place, weight in zip(places[::-1], weights[::-1]):
        np.greater_equal(rest, place, out=takes)
        # Unsigned, so what cannot be taken wraps to more than there was.
        np.subtract(rest, place, out=lowered)
        np.minimum(rest, lowered, out=rest)
        np.multiply(takes, weight, out=worth)
        out += worth


def over(numbers, largest, quantity, out):
    """Fills `out` from the blocks that `numbers(begin, end, type)` gives."""
    kind = np.uint32 if largest < 1 << 32 else np.uint64
    top = peer.top_index(largest)
    places = np.array(peer.PLACES[:top], kind)
    weights = np.array(peer.weights(quantity, top), np.uint64)
    out.fill(0)
    for begin in range(0, out.size, BLOCK):
        end = min(begin + BLOCK, out.size)
        greedy(numbers(begin, end, kind), places, weights, out[begin:end])


def fill_range(quantity, start, out):
    """The values at `start`, `start` + 1, …"""

    def numbers(begin, end, kind):
        return np.arange(start + begin, start + end, dtype=kind)

    over(numbers, start + out.size - 1, quantity, out)


def fill_list(quantity, numbers, out):
    """The values at each of `numbers`."""

    def block(begin, end, kind):
        return numbers[begin:end].astype(kind)

    over(block, int(numbers.max()), quantity, out)


def tables(weights):
    """The values of all r below F_k for k to TILE."""
    made = [None, np.zeros(1, np.uint64), np.array([0, weights[0]], np.uint64)]
    for k in range(3, TILE + 1):
        made.append(np.concatenate((made[k - 1], made[k - 2] + np.uint64(weights[k - 2]))))
    return made


def fill_tiled(quantity, start, out):
    """As fill_range, by runs."""
    weights = peer.weights(quantity, peer.top_index(start + out.size))
    table = tables(weights)[TILE]
    done = 0
    while done < out.size:
        high = [i for i in peer.terms(start + done) if i >= TILE]
        prefix = sum(peer.PLACES[i - 1] for i in high)
        # Below a term at index K the digit K − 1 is 0.
        run = peer.PLACES[TILE - 2] if TILE in high else peer.PLACES[TILE - 1]
        begin = start + done - prefix
        count = min(run - begin, out.size - done)
        worth = np.uint64(sum(weights[i - 1] for i in high))
        np.add(table[begin : begin + count], worth, out=out[done : done + count])
        done += count


if __name__ == "__main__":
    peer.serve(fill_tiled if sys.argv[1:] == ["tiled"] else fill_range, fill_list)
