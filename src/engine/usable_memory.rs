//! The memory that the system leaves to the program, for the [limit](crate::model::Job::most_bytes) of a job.

use crate::model::memory_usage::resident_bytes;
use std::path::{Path, PathBuf};

/// Returns the bytes that the program can use before the system kills it, or `None` on systems other than Linux.
///
/// The result is the memory of the program plus the least of: three quarters of the free memory of the machine, three quarters
/// of the free memory of the control group, and half of the free address space, since a growing table is copied. Each of the
/// `starting` threads, which do not run yet, reserves a part of the address space.
pub fn usable_memory(starting: u64) -> Option<u64> {
    let bytes = with_own(free_memory().into_iter().chain(left(starting)).min())?;
    // Messages are easier to read in whole megabytes.
    Some(if bytes < 1 << 20 { bytes } else { bytes >> 20 << 20 })
}

/// Returns the bytes of [`usable_memory`], but ignores the free memory of the machine.
pub fn allowed_memory(starting: u64) -> Option<u64> {
    with_own(left(starting))
}

/// Returns the number of threads, at most `wanted` and at least 1, for which the address space has room in addition to
/// `others` threads that do not run yet. The work itself needs as much room as a thread.
pub fn threads_with_room(wanted: usize, others: u64) -> usize {
    let most = unmapped().map_or(u64::MAX, |bytes| (bytes / (STACK + ARENA)).saturating_sub(others + 1));
    wanted.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Returns the sum of the memory of the program and the free memory.
fn with_own(left: Option<u64>) -> Option<u64> {
    Some(resident_bytes().unwrap_or(0) + left?)
}

/// Returns the free memory within the limits of the program.
fn left(starting: u64) -> Option<u64> {
    unmapped().map(|bytes| usable(bytes, starting)).into_iter().chain(control_group()).min()
}

/// The bytes of the program before any work on systems that do not report them: a little more than on Linux.
const IDLE: u64 = 16 << 20;

/// Returns the bytes of the program, or an estimate on systems that do not report them. Call it before any work.
pub fn idle_memory() -> u64 {
    resident_bytes().unwrap_or(IDLE)
}

fn free_memory() -> Option<u64> {
    Some(kilobytes("/proc/meminfo", "MemAvailable:")? / 4 * 3)
}

/// Returns the bytes of the address space that nothing is mapped to, if the address space is limited.
fn unmapped() -> Option<u64> {
    let limit = soft_limit(&read("/proc/self/limits")?)?;
    // The work cannot use memory that is mapped and unused, such as the stacks of threads.
    Some(limit.saturating_sub(kilobytes("/proc/self/status", "VmSize:")?))
}

/// Returns the bytes that work can use of `unmapped` bytes of address space, after `starting` threads have reserved their
/// parts. Half of the rest stays free, since a growing table is copied, and a thread without an arena maps a page for each
/// small allocation.
fn usable(unmapped: u64, starting: u64) -> u64 {
    let left = unmapped.saturating_sub(starting * STACK);
    // The allocator reserves as many arenas as fit. The spare address space may be free by then.
    let arenas = starting.min((left + SPARE) / ARENA);
    left.saturating_sub(arenas * ARENA + SPARE) / 2
}

/// The address space of the stack of a thread and its guard page.
const STACK: u64 = (2 << 20) + (64 << 10);

/// The address space that the allocator of glibc reserves at the first allocation of a thread.
const ARENA: u64 = 64 << 20;

/// The address space that is kept free to save a checkpoint and to print a message at the end of the work.
const SPARE: u64 = 4 << 20;

/// Returns the soft limit of the address space in a table of limits, if it is limited.
fn soft_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the least free memory among the control group of the program and its parent groups.
fn control_group() -> Option<u64> {
    let own = read("/proc/self/cgroup")?;
    own.lines().filter_map(group).filter_map(|(root, path, names)| least_free(&root, &path, names)).min()
}

/// The least number of free bytes that is reported for a control group, even if the group has used up its limit.
const LEAST: u64 = 1 << 20;

/// The names of the files of a control group with its limit and its memory.
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

/// Returns the least free memory among a group and its parent groups.
fn least_free(root: &Path, path: &Path, [limit, usage]: Names) -> Option<u64> {
    let left = |group: &Path| {
        let folder = root.join(group);
        let number = |name: &str| read(folder.join(name))?.trim().parse::<u64>().ok();
        let limit = number(limit)?;
        // The system drops cached files before it kills a program.
        let files = read(folder.join("memory.stat")).map_or(0, |stat| cached_files(&stat));
        let left = limit.saturating_sub(number(usage).unwrap_or(0).saturating_sub(files)) / 4 * 3;
        Some(left.max(LEAST))
    };
    path.ancestors().filter_map(left).min()
}

/// Returns the bytes of cached files.
fn cached_files(stat: &str) -> u64 {
    let number = |line: &str| {
        let (name, bytes) = line.split_once(' ')?;
        ["inactive_file", "active_file"].contains(&name).then(|| bytes.parse::<u64>().ok())?
    };
    stat.lines().filter_map(number).sum()
}

fn read(file: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

/// Returns the bytes on a line of a file with numbers in kilobytes.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = read(file)?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_system_are_read() {
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
        assert_eq!(cached_files("anon 5\ninactive_file 30\nactive_file 4\nfile 99\n"), 34);
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
    fn the_group_with_the_least_memory_counts() {
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
        assert_eq!(least_free(&root, Path::new("outer/inner"), names), Some(3_000_000));
        // A group without free memory is not a group without a limit.
        write(&inner, "memory.max", "5000000\n");
        write(&inner, "memory.current", "5000000\n");
        assert_eq!(least_free(&root, Path::new("outer/inner"), names), Some(LEAST));
        assert_eq!(least_free(&root, Path::new("elsewhere"), names), None);
        std::fs::remove_dir_all(root).expect("they are there");
    }
}
