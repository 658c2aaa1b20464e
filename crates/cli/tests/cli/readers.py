"""Holds tables against the CSV of the same numbers, read as their users read them.

Usage: readers.py CSV FILE..., FILE ending in .npy or .parquet. Exits with 1 and says
what differs.
"""

import csv
import decimal
import sys

import duckdb
import numpy
import pyarrow.parquet


def text(value):
    """A value as CSV has it."""
    if isinstance(value, bytes):
        assert len(value) == 16
        return str(int.from_bytes(value, "big"))
    if isinstance(value, decimal.Decimal):
        assert value == int(value)
        return str(int(value))
    assert isinstance(value, (int, str)), type(value)
    return str(value)


def npy(path):
    """The columns of an NPY file, those of 128 bits put together."""
    array = numpy.load(path, allow_pickle=False)
    assert array.ndim == 1
    columns = {}
    for name in array.dtype.names:
        assert array.dtype[name].str in ("|u1", "<u2", "<u4", "<u8"), name
        if name in ("n", "n_low", "n_high"):
            assert array.dtype[name].str == "<u8", name
        values = array[name].tolist()
        if name.endswith("_low"):
            high = array[name[:-4] + "_high"].tolist()
            columns[name[:-4]] = [low + (up << 64) for low, up in zip(values, high)]
        elif not name.endswith("_high"):
            columns[name] = values
    yield "numpy", columns


def parquet(path):
    """The columns of a Parquet file, by two readers."""
    file = pyarrow.parquet.ParquetFile(path)
    assert b"phinum" in file.metadata.metadata
    table = file.read()
    assert all(column.null_count == 0 for column in table.columns)
    columns = {name: table[name].to_pylist() for name in table.column_names}
    from_row = 0
    for group in map(file.metadata.row_group, range(file.num_row_groups)):
        assert group.num_rows <= 1 << 20
        chunk = group.column(0)
        assert chunk.compression == "ZSTD" and chunk.is_stats_set
        if chunk.path_in_schema == "n":
            first, last = columns["n"][from_row], columns["n"][from_row + group.num_rows - 1]
            if len(columns["n"]) > 1 << 20:
                assert (chunk.statistics.min, chunk.statistics.max) == (first, last)
        from_row += group.num_rows
    yield "pyarrow", columns
    result = duckdb.connect().execute("SELECT * FROM read_parquet(?)", [path])
    names = [column[0] for column in result.description]
    rows = result.fetchall()
    yield "duckdb", {name: [row[i] for row in rows] for i, name in enumerate(names)}


def main(csv_path, *paths):
    with open(csv_path, newline="") as file:
        header, *rows = csv.reader(file)
    for path in paths:
        for reader, columns in (npy if path.endswith(".npy") else parquet)(path):
            if list(columns) != header:
                sys.exit(f"{path}, {reader}: columns {list(columns)}, and CSV has {header}")
            for i, name in enumerate(header):
                got = [text(value) for value in columns[name]]
                expected = [row[i] for row in rows]
                if got != expected:
                    at = next((x for x in zip(got, expected) if x[0] != x[1]), "a length")
                    sys.exit(f"{path}, {reader}: {name} differs: {at}")


main(*sys.argv[1:])
