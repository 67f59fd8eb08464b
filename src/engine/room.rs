//! The memory that the system leaves to this program: what a run may be given as its
//! [limit](crate::model::Job::most_bytes).

use crate::model::resident::resident_bytes;
use std::path::{Path, PathBuf};

/// The bytes that the program may come to hold without being ended for it, where the system says so in the way of Linux:
/// what it holds, and three quarters of what is free on the machine and in the control group, or half of what the address
/// space still has, where a table that grows is there twice for a moment. Each of the `starting` threads, which are not
/// running yet, reserves a part of the address space.
pub fn to_take(starting: u64) -> Option<u64> {
    let bytes = with_held(free_memory().into_iter().chain(left(starting)).min())?;
    // Whole megabytes read better in a message.
    Some(if bytes < 1 << 20 { bytes } else { bytes >> 20 << 20 })
}

/// Returns the most that this program may have, even if the machine has less; see [`to_take`].
pub fn allowed(starting: u64) -> Option<u64> {
    with_held(left(starting))
}

/// Returns the number of threads, at most `wanted` and at least 1, for which the address space has room, beside `others`
/// that are not running yet. The work itself needs as much room as a thread.
pub fn threads_with_room(wanted: usize, others: u64) -> usize {
    let most = unmapped().map_or(u64::MAX, |bytes| (bytes / (STACK + ARENA)).saturating_sub(others + 1));
    wanted.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// What is left to the program, and what it holds.
fn with_held(left: Option<u64>) -> Option<u64> {
    Some(resident_bytes().unwrap_or(0) + left?)
}

/// The least that the limits of this program leave to it.
fn left(starting: u64) -> Option<u64> {
    unmapped().map(|bytes| usable(bytes, starting)).into_iter().chain(control_group()).min()
}

/// Bytes that the program holds before any work, where the system does not say so: a little more than it is on Linux.
const IDLE: u64 = 16 << 20;

/// Returns the bytes that the program holds, to be asked before any work; about what they are where the system does not say.
pub fn idle() -> u64 {
    resident_bytes().unwrap_or(IDLE)
}

fn free_memory() -> Option<u64> {
    Some(kilobytes("/proc/meminfo", "MemAvailable:")? / 4 * 3)
}

/// Returns the bytes of the address space that nothing is mapped to, if the address space is limited.
fn unmapped() -> Option<u64> {
    let limit = soft_limit(&read("/proc/self/limits")?)?;
    // Memory that is mapped and not used, such as the stacks of threads, is lost to the work.
    Some(limit.saturating_sub(kilobytes("/proc/self/status", "VmSize:")?))
}

/// Returns the bytes that work may fill of `unmapped` bytes of address space, after `starting` threads have reserved their
/// parts. Half of the rest stays free: a growing table is copied, and a thread that cannot reserve an arena maps a page for
/// each small allocation.
fn usable(unmapped: u64, starting: u64) -> u64 {
    let left = unmapped.saturating_sub(starting * STACK);
    // The allocator goes without an arena where there is no room for one; what is nearly room may be room by then.
    let arenas = starting.min((left + SPARE) / ARENA);
    left.saturating_sub(arenas * ARENA + SPARE) / 2
}

/// The address space of the stack of a thread and its guard page.
const STACK: u64 = (2 << 20) + (64 << 10);

/// The address space that the allocator of glibc reserves as soon as a thread allocates anything.
const ARENA: u64 = 64 << 20;

/// The address space that is kept free for the end of the work: a checkpoint is saved and a message is built.
const SPARE: u64 = 4 << 20;

/// The soft limit of the address space in the table of limits, unless there is none.
fn soft_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The least that the control group of this program, or one around it, still has.
fn control_group() -> Option<u64> {
    let own = read("/proc/self/cgroup")?;
    own.lines().filter_map(group).filter_map(|(root, path, names)| around(&root, &path, names)).min()
}

/// The least that a group leaves: where there is nothing, the program still holds itself.
const LEAST: u64 = 1 << 20;

/// The names of the files of a control group: its limit, and what it holds.
type Names = [&'static str; 2];

/// Returns the root, the path and the file names of a line of `/proc/self/cgroup`, if it is about memory.
fn group(line: &str) -> Option<(PathBuf, PathBuf, Names)> {
    let mut parts = line.splitn(3, ':');
    let (number, kinds, path) = (parts.next()?, parts.next()?, parts.next()?);
    let path = PathBuf::from(path.trim_start_matches('/'));
    if number == "0" && kinds.is_empty() {
        return Some(("/sys/fs/cgroup".into(), path, ["memory.max", "memory.current"]));
    }
    let names = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
    kinds.split(',').any(|kind| kind == "memory").then(|| ("/sys/fs/cgroup/memory".into(), path, names))
}

/// The least that is left in a group or one around it.
fn around(root: &Path, path: &Path, [limit, held]: Names) -> Option<u64> {
    let left = |group: &Path| {
        let folder = root.join(group);
        let number = |name: &str| read(folder.join(name))?.trim().parse::<u64>().ok();
        let limit = number(limit)?;
        // The system gives up files that it keeps in memory before it ends a program.
        let files = read(folder.join("memory.stat")).map_or(0, |stat| kept_files(&stat));
        let left = limit.saturating_sub(number(held).unwrap_or(0).saturating_sub(files)) / 4 * 3;
        Some(left.max(LEAST))
    };
    path.ancestors().filter_map(left).min()
}

/// The bytes of files that are kept in memory.
fn kept_files(stat: &str) -> u64 {
    let number = |line: &str| {
        let (name, bytes) = line.split_once(' ')?;
        ["inactive_file", "active_file"].contains(&name).then(|| bytes.parse::<u64>().ok())?
    };
    stat.lines().filter_map(number).sum()
}

fn read(file: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

/// The bytes on a line of a file that counts in kilobytes.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = read(file)?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_system_writes() {
        let limits = |soft: &str| {
            format!("Limit  Soft Limit  Hard Limit  Units\nMax address space  {soft}  unlimited  bytes\n")
        };
        assert_eq!(soft_limit(&limits("307200000")), Some(307_200_000));
        assert_eq!(soft_limit(&limits("unlimited")), None);
        let (root, path, _) = group("0::/user.slice/a").expect("a group of version 2");
        assert_eq!(root.join(path), Path::new("/sys/fs/cgroup/user.slice/a"));
        let (root, path, _) = group("5:cpu,memory:/docker/1").expect("a group of version 1");
        assert_eq!(root.join(path), Path::new("/sys/fs/cgroup/memory/docker/1"));
        assert!(group("3:cpuset:/").is_none());
        assert_eq!(kept_files("anon 5\ninactive_file 30\nactive_file 4\nfile 99\n"), 34);
    }

    /// Threads reserve as many arenas as fit, whether or not their stacks leave room for all arenas.
    #[test]
    fn threads_take_address_space_before_the_work() {
        const MEGABYTE: u64 = 1 << 20;
        assert_eq!(usable(100 * MEGABYTE, 0), 48 * MEGABYTE);
        let stacks = 2 * STACK;
        assert_eq!(usable(stacks + 2 * ARENA + 10 * MEGABYTE, 2), 3 * MEGABYTE);
        assert_eq!(usable(stacks + 2 * ARENA, 2), 0, "both arenas fit");
        assert_eq!(usable(stacks + 2 * ARENA - SPARE, 2), 0, "both arenas may fit");
        assert_eq!(usable(stacks + 2 * ARENA - SPARE - 2, 2), (ARENA - 2 * SPARE - 2) / 2, "one arena fits");
        assert_eq!(usable(stacks + 10 * MEGABYTE, 2), 3 * MEGABYTE, "stacks are needed without arenas, too");
        assert_eq!(usable(stacks / 2, 2), 0);
    }

    #[test]
    fn the_least_of_all_groups_around_counts() {
        let root = std::env::temp_dir().join(format!("chancetree-room-{}", std::process::id()));
        let inner = root.join("outer/inner");
        std::fs::create_dir_all(&inner).expect("folders");
        let write =
            |folder: &Path, name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
        write(&inner, "memory.max", "max\n");
        write(&root.join("outer"), "memory.max", "5000000\n");
        write(&root.join("outer"), "memory.current", "2000000\n");
        write(&root.join("outer"), "memory.stat", "inactive_file 1000000\n");
        let names = ["memory.max", "memory.current"];
        assert_eq!(around(&root, Path::new("outer/inner"), names), Some(3_000_000));
        // Nothing is left, and yet no limit is none at all.
        write(&inner, "memory.max", "5000000\n");
        write(&inner, "memory.current", "5000000\n");
        assert_eq!(around(&root, Path::new("outer/inner"), names), Some(LEAST));
        assert_eq!(around(&root, Path::new("elsewhere"), names), None);
        std::fs::remove_dir_all(root).expect("they are there");
    }
}
