"""Memory exceeds its limit by at most a tenth, while a game is explored and while the tables of a graph are filled."""

import subprocess
import sys

import pytest

RUN = """
import sys
import chancetree as ct

try:
    eval(sys.argv[1])
except ct.MemoryLimitError:
    # The peak memory of this program; getrusage would include the parent process.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count other bytes")
@pytest.mark.parametrize(
    ("query", "megabytes"),
    [("memory(pairs=40, players=3).graph", 260), ("mines(rows=5, cols=6, mines=6).count", 120)],
)
def test_memory_stays_near_its_limit(query: str, megabytes: int) -> None:
    command = [sys.executable, "-c", RUN, f"ct.{query}(max_memory='{megabytes}M')"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(run.stdout) <= 1.1 * megabytes * 1024
