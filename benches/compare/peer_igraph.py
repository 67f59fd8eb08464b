"""Times the writing of a GraphML graph by igraph; another program made the graph.

    python3 peer_igraph.py FILE [--output OUT]

Prints one JSON object: nodes, edges and the seconds of writing only, without reading.
"""

import argparse
import json
import os
import sys
import tempfile
import time

import igraph


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--output", help="keep the written file at this path")
    options = parser.parse_args()
    graph = igraph.Graph.Read_GraphML(options.file)
    for records in (graph.vs, graph.es):
        # igraph keeps the ids of a file as an additional attribute, which the file itself did not have.
        if "id" in records.attributes():
            del records["id"]
    with tempfile.TemporaryDirectory() as folder:
        output = options.output or os.path.join(folder, "out.graphml")
        start = time.perf_counter()
        graph.write_graphml(output)
        seconds = time.perf_counter() - start
        size = os.path.getsize(output)
    report = {"nodes": graph.vcount(), "edges": graph.ecount(), "bytes": size, "write_seconds": round(seconds, 3)}
    json.dump(report, sys.stdout)
    print()


if __name__ == "__main__":
    main()
