"""Times the peers beside phinum and prints the ratios.

Every program runs from beginning to end and is asked again and again, in turn, so that
a machine whose speed drifts changes all of them. The first answer of each to each
question is not counted: by then it has started, compiled, made its tables and touched
its memory.
"""

import argparse
import array
import json
import random
import shutil
import statistics
import subprocess
import sys
from bisect import bisect_right
from pathlib import Path

import peer

FOLDER = Path(__file__).resolve().parent
START = 10**9
RANGE = 10**7
LISTED = 10**6
# Upper bounds of these fit the 64 bits that NumPy and Numba have.
LISTED_BITS = 62
SEED = 6
# An interpreter is asked for fewer numbers: its time a number is what is compared.
GP_RANGE = 30_000
GP_LISTED = 10_000

RUST = {
    "phinum": "release/examples/peer-phinum",
    "fibonacci_codec": "peers/release/peer-fibonacci-codec",
}
PYTHON = {
    "numpy, greedy": ["in_numpy.py"],
    "numpy, tiles": ["in_numpy.py", "tiled"],
    "numba": ["in_numba.py"],
    "plain Python": ["in_python.py"],
}
# Work, source, and which peers are asked for how many of the numbers, or heaps.
BY_RANGE = {"numpy, greedy": RANGE, "numpy, tiles": RANGE, "numba": RANGE, "PARI/GP": GP_RANGE}
BY_LIST = {"numpy, greedy": LISTED, "numba": LISTED, "PARI/GP": GP_LISTED}
WORKS = [
    ("terms", "range", BY_RANGE),
    ("upper-bound", "range", BY_RANGE),
    ("numeral", "range", BY_RANGE | {"fibonacci_codec": RANGE}),
    ("terms", "list", BY_LIST),
    ("upper-bound", "list", BY_LIST),
    # These take up to 89 bits: columns of 64 have no room.
    ("numeral", "list", {"fibonacci_codec": LISTED}),
    ("nim", "heaps", {"plain Python": 200}),
    ("nim", "heaps", {"numba": 10_000}),
]


def line(*fields):
    """A request as most peers take it."""
    return " ".join(map(str, fields))


class Peer:
    """A program that answers requests (see peer.py)."""

    def __init__(self, name, command, request=line):
        self.name, self.request = name, request
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def seconds(self, *fields):
        """The seconds for one request."""
        print(self.request(*fields), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer.startswith("{"):
            sys.exit(f"{self.name} did not do {fields}: it said {answer.strip()!r}")
        return json.loads(answer)["seconds"]


class Sums:
    """What the values of each work add up to, from elsewhere than the code that is timed."""

    def __init__(self, phinum, numbers):
        self.phinum, self.numbers, self.known = phinum, numbers, {}

    def of(self, work, source, count):
        key = (work, source, count)
        if key not in self.known:
            self.known[key] = getattr(self, source)(work, count)
        return self.known[key]

    def ask(self, *arguments):
        return json.loads(subprocess.check_output([self.phinum, *arguments, "--json"]))

    def range(self, work, count):
        """In closed form: `phinum sum` evaluates no number."""
        return int(self.ask("sum", work, f"{START}..{START + count}")[0]["sum"])

    def heaps(self, _, count):
        """As `phinum nim table` has it; the recursions share no code with that."""
        return int(self.ask("nim", "table", "--to", str(count))["growth"][-1]["sum_of_values"])

    def list(self, work, count):
        """By the greedy numeral in Python's integers."""
        weights = peer.weights(work, peer.top_index(1 << LISTED_BITS))
        total = 0
        for n in self.numbers[:count]:
            while n:
                index = bisect_right(peer.PLACES, n)
                n -= peer.PLACES[index - 1]
                total += weights[index - 1]
        return total


def write_list(folder):
    """The listed numbers, in binary, and those that GP is asked for as text."""
    generator = random.Random(SEED)
    numbers = [generator.getrandbits(LISTED_BITS) for _ in range(LISTED)]
    words = array.array("Q", numbers)
    if sys.byteorder == "big":
        words.byteswap()
    (folder / "list").write_bytes(words.tobytes())
    (folder / "list.txt").write_text("".join(f"{n}\n" for n in numbers[:GP_LISTED]))
    return numbers


def start(target):
    """The peers that are there, phinum first."""
    peers = {}
    for name, path in RUST.items():
        if (target / path).exists():
            peers[name] = Peer(name, [target / path])
    for name, (script, *arguments) in PYTHON.items():
        peers[name] = Peer(name, [sys.executable, FOLDER / script, *arguments])
    if gp := shutil.which("gp"):

        def call(work, source, where, count, expected):
            where = f'"{where}.txt"' if source == "list" else where
            return f'request("{work}", "{source}", {where}, {count}, {expected})'

        peers["PARI/GP"] = Peer("PARI/GP", [gp, "-q", "-f", "-D", "parisizemax=2G", FOLDER / "in_pari.gp"], call)
    missing = sorted({name for _, _, counts in WORKS for name in counts} - set(peers))
    if missing:
        print(f"Not here, so left out: {', '.join(missing)}.", file=sys.stderr)
    return peers


def questions(peers):
    """What is asked in each round: (work, source, peer, its count, phinum's count)."""
    for work, source, counts in WORKS:
        for name, count in counts.items():
            if name in peers:
                # Of heaps the work is another for every count.
                yield work, source, name, count, count if source == "heaps" else max(counts.values())


def measure(peers, sums, where, rounds):
    """For each question the ratios of the peer's time a number to phinum's, and for each
    peer the seconds that its first answers took longer than its second ones."""
    ratios = {question: [] for question in questions(peers)}
    longer = dict.fromkeys(peers, 0)

    def seconds(name, work, source, count):
        expected = sums.of(work, source, count)
        return peers[name].seconds(work, source, where[source], count, expected)

    for turn in range(rounds + 1):
        for work, source, name, count, own in ratios:
            theirs = seconds(name, work, source, count)
            ours = seconds("phinum", work, source, own)
            if turn > 0:
                ratios[work, source, name, count, own].append(theirs / count / (ours / own))
            longer[name] += theirs if turn == 0 else -theirs if turn == 1 else 0
        print(f"round {turn} of {rounds}", file=sys.stderr)
    return ratios, longer


def table(ratios):
    """As aligned text."""
    titles = {
        "range": f"{RANGE:,} numbers from 10^9",
        "list": f"{LISTED:,} numbers below 2^{LISTED_BITS}",
        "heaps": "heaps and caps",
    }
    rows = [("work", "peer", "asked for", "times phinum", "least", "most")]
    for (work, source, name, count, _), values in ratios.items():
        figures = (statistics.median(values), min(values), max(values))
        written = (f"{x:,.0f}" if x >= 100 else f"{x:.3g}" for x in figures)
        rows.append((f"{work}, {titles[source]}", name, f"{count:,}", *written))
    widths = [max(map(len, column)) for column in zip(*rows)]

    def aligned(row):
        cells = zip(row, widths)
        return "  ".join(c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(cells))

    return "\n".join(aligned(row).rstrip() for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--target", type=Path, required=True, help="cargo's target folder")
    options = parser.parse_args()
    folder = options.target / "peers"
    folder.mkdir(parents=True, exist_ok=True)
    sums = Sums(options.target / "release/phinum", write_list(folder))
    peers = start(options.target)
    where = {"range": START, "list": folder / "list", "heaps": 1}
    ratios, longer = measure(peers, sums, where, options.rounds)
    print(f"Each on one thread, {options.rounds} rounds, time for a number as a multiple of phinum's:")
    print(table(ratios))
    first = (f"{name} {seconds:.1f} s" for name, seconds in longer.items() if seconds >= 0.05)
    print(f"\nNot counted, by how much first answers took longer than second ones: {', '.join(first)}")


if __name__ == "__main__":
    main()
