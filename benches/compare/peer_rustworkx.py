"""Times the writing of a GraphML graph by rustworkx; another program made the graph.

    python3 peer_rustworkx.py FILE [--output OUT]

Prints one JSON object: nodes, edges and the seconds of writing only, without reading. rustworkx 0.18 writes doubles with the
digits of a 32-bit float, whatever their declared type, so it has fewer bytes to write than chancetree.
"""

import argparse
import json
import os
import sys
import tempfile
import time

import rustworkx


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--output", help="keep the written file at this path")
    options = parser.parse_args()
    [graph] = rustworkx.read_graphml(options.file)
    with tempfile.TemporaryDirectory() as folder:
        output = options.output or os.path.join(folder, "out.graphml")
        start = time.perf_counter()
        rustworkx.write_graphml(graph, output)
        seconds = time.perf_counter() - start
        size = os.path.getsize(output)
    report = {"nodes": graph.num_nodes(), "edges": graph.num_edges(), "bytes": size, "write_seconds": round(seconds, 3)}
    json.dump(report, sys.stdout)
    print()


if __name__ == "__main__":
    main()
