"""Inputs of every kind, and possible damage to them."""

import gzip
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("docs/play", "docs/mines")
TOKENS = [b"\x1b[31m", b"\x1b]0;x\x07", b"\x00", b"\xc2\x9b31m", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"-1", b"0",
          b"65536", b"4294967296", b"18446744073709551616", b"1e400", b"NaN", b"null", b"[]", b"{}", b"\"", b",", b"\n",
          b"\r\n", b"\r", b"\t", b"\\u001b", b"\\u0000", b"=1+1", b"\xe2\x80\xae", b"[" * 3000, b"9" * 3000, b"x" * 70000,
          b"true", b"human", b"/dev/zero", b"mines 99999", b"node", b"edge", b"#", b"?", b"."]

# Files that the program writes and reads again, each with the command that writes it.
WRITTEN = {
    "policy.json": "best memory --pairs 4 --save policy.json --force -q",
    "win.json": "best memory --pairs 5 --objective win --rules tactical --save win.json --force -q",
    "games.csv": "simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --games 12 --seed 1",
    "games.json": "simulate solitaire --pairs 4 --recall 3/4,1/8,4/5 --games 12 --seed 1 --format json",
}
TYPED = {
    "board.txt": "mines 3\n1...\n....\n..2.\n....\n",
    "flags.txt": "0 0 1 ? ?\n0 1 F ? #\n1 2 ? - _\n",
    "nodes.txt": "mines 2\nnode a 1\nnode b .\nnode c 2\nedge a b\nedge b c d\n",
    "hosts.txt": "127.0.0.1:5001\n127.0.0.1:5002\n",
    "mines.jsonl": "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"mines\",\"parameters\":{\"rows\":4,\"cols\":4,"
                   "\"mines\":2,\"first_click\":\"safe\",\"seed\":1}}\n{\"open\":[1,1]}\n{\"flag\":[4,4]}\n",
}


def seeds(binary, folder):
    """Fills a folder with valid inputs and returns their names."""
    for source in FOLDERS:
        shutil.copytree(ROOT / source, folder / source)
    for name, text in TYPED.items():
        (folder / name).write_text(text)
    for name, words in WRITTEN.items():
        ran = subprocess.run([binary, *words.split()], cwd=folder, capture_output=True, timeout=60)
        assert ran.returncode == 0, (words, ran.stderr)
        if ran.stdout and "--save" not in words:
            (folder / name).write_bytes(ran.stdout)
    os.symlink("nowhere", folder / "dangling")
    (folder / "there").write_text("here before\n")
    found = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [str(path) for path in found if path.name != "there"]


def damaged(good, others, random):
    """Returns valid bytes after some damage."""
    data = bytearray(good)
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        lines = bytes(data).split(b"\n")
        place, line = random.randrange(len(data) + 1), random.randrange(len(lines))
        way = random.randrange(12)
        if way == 0 and place < len(data):
            data[place] ^= 1 << random.randrange(8)
        elif way == 1:
            del data[place:place + random.choice([1, 2, 10, 100])]
        elif way in (2, 3):
            data[place:place] = random.choice(TOKENS)
        elif way == 4:
            del data[place:]
        elif way == 5:
            data[:] = b"\n".join(lines[:line] + lines[line + 1:])
        elif way == 6:
            data[:] = b"\n".join(lines[:line] + [lines[line]] * random.choice([2, 3, 300]) + lines[line + 1:])
        elif way == 7:
            random.shuffle(lines)
            data[:] = b"\n".join(lines)
        elif way == 8:
            data[place:] = random.choice(others)[place:]
        elif way == 9:
            number = [at for at, byte in enumerate(data) if 48 <= byte < 58]
            if number:
                at = random.choice(number)
                data[at:at + 1] = random.choice([b"0", b"9", b"-1", b"99", b"4294967295", b"1.5", b""])
        elif way == 10:
            text = bytes(data).decode(errors="replace")
            data[:] = random.choice([text.encode("utf-16"), b"\xef\xbb\xbf" + data, text.replace("\n", "\r\n").encode(),
                                     text.replace("\n", "\r").encode(), text.upper().encode()])
        else:
            data[:] = data * random.choice([2, 10, 100]) if len(data) < 100_000 else data
    return bytes(data[:4 << 20])
