"""Loads the completions into their shells, presses Tab, and lints the manual pages.

    check_shells.py BINARY

CHANCETREE_EXPORT_DIR has the scripts of a program whose texts have a meaning for shells, as written by tests/own.rs.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BINARY = Path(sys.argv[1]).resolve()
EXPORTED = Path(os.environ["CHANCETREE_EXPORT_DIR"])

# A time limit in seconds that a shell never needs for a script, even on a busy machine.
PATIENCE = 60

WAYS = "robots best bold safe parity zwick-paterson T1 T2 T3 T4 T5 T6 T7 T8 T9".split()
TACTICS = [*WAYS[6:], "bold", "safe"]
STARTS = "anywhere edge corner middle chosen".split()
HOSTILE = ["it's", "$(touch${IFS}owned)", "a:b"]

# The typed line, and the completions of a shell, in any order.
OFFERED = [
    ("chancetree odds memory --play ", WAYS),
    ("chancetree odds memory --play bo", ["bold"]),
    ("chancetree best memory --tactics ", TACTICS),
    ("chancetree odds memory --as js", ["json"]),
    ("chancetree help od", ["odds"]),
    ("chancetree man od", ["odds"]),
    ("chancetree man odds mem", ["memory"]),
    ("chancetree odds mines --start ", STARTS),
    ("chancetree play guess --seats ", ["human", "best"]),
    ("chancetree play memory --seats ", ["human", *WAYS]),
    ("chancetree odds ", ["memory", "concentration", "pairs", "solitaire", "mines", "minesweeper", "guess", "model"]),
    ("chancetree odds minesweeper --start ", STARTS),
    ("chancetree completions ", ["bash", "elvish", "fish", "powershell", "zsh"]),
    ("chancetree play memory --log a-", ["a-file"]),
    ("chancetree odds memory --unk", ["--unknown", "--unknown-singles"]),
    ("hostile odds hostile --way ", HOSTILE),
    # Each word of a list.
    ("chancetree odds memory --play robots,bo", ["robots,bold"]),
    ("chancetree best memory --tactics T1,T2,", [f"T1,T2,{tactic}" for tactic in TACTICS]),
    ("chancetree play guess --seats human,best,", ["human,best,human", "human,best,best"]),
    ("chancetree simulate mines --compare random,st", ["random,strong"]),
    ("hostile odds hostile --ways ", HOSTILE),
    ("hostile odds hostile --ways a:b,", [f"a:b,{word}" for word in HOSTILE]),
]

# The typed line in zsh, and the line after Tab.
TYPED = [
    ("chancetree od", "chancetree odds "),
    ("chancetree odds mem", "chancetree odds memory "),
    ("chancetree odds memory --play rob", "chancetree odds memory --play robots,"),
    ("chancetree odds memory --play robots,bo", "chancetree odds memory --play robots,bold,"),
    ("chancetree odds memory --pairs a-", "chancetree odds memory --pairs a-"),
    ("chancetree odds solitaire --rec", "chancetree odds solitaire --recall="),
    ("chancetree odds mines --start co", "chancetree odds mines --start corner "),
    ("chancetree play guess --seats hu", "chancetree play guess --seats human,"),
    ("chancetree simulate mines --compare random,st", "chancetree simulate mines --compare random,strong,"),
    ("chancetree odds minesweeper --start co", "chancetree odds minesweeper --start corner "),
    ("chancetree completions z", "chancetree completions zsh "),
    ("chancetree risk mines a-", "chancetree risk mines a-file "),
    # With every feature there is --wait, too.
    ("hostile odds hostile --ways", "hostile odds hostile --ways="),
    ("hostile odds hostile --way it", "hostile odds hostile --way it\\'s "),
    ("hostile odds hostile --way a", "hostile odds hostile --way a:b "),
    ("hostile odds hostile --way \\$", "hostile odds hostile --way \\$\\(touch\\$\\{IFS\\}owned\\) "),
    ("hostile odds hostile --ways a:b,it", "hostile odds hostile --ways a:b,it\\'s,"),
    ("hostile odds hostile --ways a:b,\\$", "hostile odds hostile --ways a:b,\\$\\(touch\\$\\{IFS\\}owned\\),"),
]


def run(*words, **more):
    """Returns the output of a program, which must not print to stderr."""
    ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, **more)
    assert (ran.returncode, ran.stderr) == (0, ""), (words, ran.returncode, ran.stderr)
    return ran.stdout


def scripts(folder):
    """Returns the scripts of both programs, by the names that zsh requires; each shell reads its own script in full."""
    for shell in ["zsh", "bash", "fish"]:
        script = run(BINARY, "completions", shell)
        files = {"chancetree": script, "hostile": (EXPORTED / f"hostile.{shell}").read_text()}
        for program, script in files.items():
            file = folder / (f"_{program}" if shell == "zsh" else f"{program}.{shell}")
            file.write_text(script)
            run(shell, "-n", file)


def bash(folder, line):
    """Returns the completions of bash."""
    program = line.split()[0]
    words = line.split() + ([""] if line.endswith(" ") else [])
    script = """
        source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "_$1" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    return run("bash", "-c", script, "bash", f"{program}.bash", *words, cwd=folder).split("\n")[:-1]


def fish(folder, line):
    """Returns the completions of fish, without their descriptions."""
    script = f"source {folder}/chancetree.fish; source {folder}/hostile.fish; complete -C $argv[1]"
    home = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return [found.split("\t")[0] for found in run("fish", "-c", script, line, env=home, cwd=folder).splitlines()]


def zsh(folder, lines):
    """Returns the line after Tab, in a shell at a terminal."""
    process, terminal = pty.fork()
    if process == 0:
        home = {"HOME": str(folder), "PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8"}
        os.execvpe("zsh", ["zsh", "-f", "-i"], home)

    def until(mark):
        text, end = b"", time.monotonic() + PATIENCE
        while not re.search(mark, text):
            waits = select.select([terminal], [], [], max(0, end - time.monotonic()))[0]
            assert waits, f"zsh never prints {mark}: {text.decode(errors='replace')}"
            text += os.read(terminal, 1 << 16)
        return re.search(mark, text).group(1).decode()

    # Keys are processed in order: the line reported after Tab is the result of Tab.
    setup = f"""stty -echo columns 250 rows 200; cd {folder}; PS1= PS2=; unsetopt beep prompt_cr prompt_sp
        autoload -Uz compinit; fpath=({folder} $fpath); compinit -u -D
        report() {{ print -r -- "<<$BUFFER>>"; BUFFER= }}; zle -N report; bindkey '^Xr' report; print '<<'READY'>>'
    """
    os.write(terminal, setup.strip().encode() + b"\n")
    until(rb"<<(READY)>>")
    found = []
    for line in lines:
        os.write(terminal, (line + "\t\x18r").encode())
        found.append(until(rb"<<(.*?)>>"))
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(process, 0)
    return found


def completions():
    folder = Path(tempfile.mkdtemp())
    scripts(folder)
    (folder / "a-file").write_text("")
    for line, wanted in OFFERED:
        for shell in [bash, fish]:
            found = shell(folder, line)
            assert sorted(found) == sorted(wanted), (shell.__name__, line, found)
    # Shells complete files only where the command accepts a file.
    assert fish(folder, "chancetree odds memory ") == []
    assert fish(folder, "chancetree odds memory --pairs ") == []
    assert bash(folder, "chancetree odds memory --pairs ") == [""]
    for (line, wanted), found in zip(TYPED, zsh(folder, [line for line, _ in TYPED]), strict=True):
        assert found == wanted, ("zsh", line, found)
    assert not (folder / "owned").exists(), "the shell executed a word"
    shutil.rmtree(folder)
    print(f"{len(OFFERED)} lines in bash and fish, {len(TYPED)} in zsh")


def manuals():
    folder = Path(tempfile.mkdtemp())
    run(BINARY, "man", "-o", folder, "--quiet")
    pages = sorted(folder.iterdir())
    for page in pages:
        # All problems of a page are printed to stderr.
        run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page)
        name = run("lexgrog", page)
        assert re.search(rf'"{page.stem} - .+"', name), name
        text = run("man", "-E", "UTF-8", "-l", page, env={**os.environ, "MANWIDTH": "120", "MANPAGER": "cat"})
        assert re.match(rf"{page.stem}\(1\) +User Commands +{page.stem}\(1\)\n", text), text[:300]
        assert re.search(rf"\nchancetree [0-9.]+ +{page.stem}\(1\)\n$", text), text[-300:]
    assert len(pages) > 60, f"{len(pages)} pages"
    shutil.rmtree(folder)
    print(f"{len(pages)} manual pages")


completions()
manuals()
