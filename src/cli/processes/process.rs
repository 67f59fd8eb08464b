//! The work of one process: it connects to the others, does its share, and process 0 returns the answer.

use super::hosts;
use super::saved_parts::FolderParts;
use super::{Processes, children};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::{self, Context};
use crate::cli::fail::Fail;
use crate::distributed::children::{Membership, join_parent};
use crate::distributed::cluster::{Cluster, ClusterConfig};
use crate::distributed::hosts::Reach;
use crate::distributed::{Exchanged, StoreSections};
use chancetree_engine::model::{Error, Stop};
use chancetree_families::family::{GameAnswer, Refusal, SharedAnswer, SharedPlan, StopError as _};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::Path;

impl Processes {
    /// Answers a query together with the other processes. Returns `None` in processes without an answer to print.
    pub(crate) fn answer(
        &self,
        shared: SharedPlan,
        checkpoints: &Checkpoints,
        context: &Context,
    ) -> Result<Option<Result<GameAnswer, Refusal>>, Fail> {
        let SharedPlan { identity, work } = shared;
        let find = |cluster: Cluster, sections: &StoreSections<'_>| {
            let found = work(cluster, sections, &context.job())?;
            Ok(found.map(|SharedAnswer { answer, states, exchanged }| ((answer, states), exchanged)))
        };
        let evaluate =
            || self.run_together((&identity, checkpoints, context), |(_, states): &(_, u64)| *states, find);
        Ok(context.phase("evaluate", evaluate)?.map(|(answer, _)| answer))
    }

    /// Returns the result of all processes. Returns `None` in processes without a result to print.
    fn run_together<T>(
        &self,
        (work, checkpoints, context): (&Value, &Checkpoints, &Context),
        states: impl Fn(&T) -> u64,
        find: impl FnOnce(Cluster, &StoreSections<'_>) -> Result<Option<(T, Exchanged)>, Error>,
    ) -> Result<Option<T>, Fail> {
        if let Some(processes) = self.processes {
            return children::run(processes, checkpoints, context).map(|()| None);
        }
        let (process, Membership { hosts, listener }) = self.membership(context)?;
        let processes = hosts.len();
        let parts = FolderParts::open(work, checkpoints, (process, processes), context)?;
        let sections = parts.sections();
        let explain = |error: Error| {
            let lost = matches!(error, Error::Process(_) | Error::Stop(Stop::InProcess(_)));
            let fail = context.explain(error);
            match lost || fail.is_stop() && checkpoints.folder().is_some() {
                true => checkpoints.with_advice(fail),
                false => fail,
            }
        };
        let fingerprint = json!({ "work": work, "checkpoint": checkpoints.folder().is_some() }).to_string();
        let saved = sections.saved().map_err(explain)?;
        let has_saved_work = !saved.is_empty();
        let (advice, end) = (checkpoints.clone(), context.exit_handler());
        let lost = move |error: Error| end(&advice.with_advice(error.into()));
        let config = ClusterConfig {
            process,
            hosts,
            listener,
            connect_timeout: self.wait,
            fingerprint,
            saved,
            lost: Some(Box::new(lost)),
        };
        context.set_status(|| "waiting for the other processes".to_owned());
        let cluster = config.connect(&context.job()).map_err(|error| match error {
            Error::Stop(Stop::ByMonitor(_)) => explain(error),
            _ => {
                let help = "run the same command for every process, each with its own --process";
                context.explain(error).help(help)
            }
        })?;
        match (cluster.agreed(), checkpoints.folder().map(Path::display)) {
            (Some(_), Some(folder)) if process == 0 => context.note(&format!("note: resuming from {folder}")),
            (None, Some(folder)) if has_saved_work => {
                context.note(&format!(
                    "note: the parts in {folder} were saved at different times; the work starts again"
                ));
            }
            _ => {}
        }
        let found = find(cluster, &sections).map_err(explain)?;
        parts.remove()?;
        Ok(found.map(|(found, exchanged)| {
            if processes > 1 {
                context.note(&traffic_note(processes, &exchanged, states(&found)));
            }
            found
        }))
    }

    /// Returns the number of this process, and the addresses of all processes.
    fn membership(&self, context: &Context) -> Result<(usize, Membership), Fail> {
        if let Some([me, processes]) = self.child.as_deref() {
            let end = context.exit_handler();
            let leave = move || end(&Fail::interrupted());
            let membership = join_parent(usize::from(*processes), context::interrupt, leave);
            let membership = membership.map_err(|error| Fail::io("the coordinating process", &error))?;
            return Ok((usize::from(*me), membership));
        }
        let (Some(file), Some(me)) = (&self.hosts, self.process) else {
            return Err(Fail::usage("--hosts and --process must be used together"));
        };
        let reach = if self.trusted_network { Reach::TrustedNetwork } else { Reach::Loopback };
        let (hosts, me) = (hosts::read(file, reach, context)?, usize::from(me));
        let Some((name, address)) = hosts.get(me) else {
            let (file, count) = (file.display(), hosts.len());
            let what = format!("--process {me}, but {file} lists {count}: they are numbered from 0");
            return Err(Fail::usage(what).help(format!("--process {}", count - 1)));
        };
        let listener = TcpListener::bind(address)
            .map_err(|error| Fail::io(&format!("process {me} cannot listen at {name}"), &error))?;
        Ok((me, Membership { hosts, listener }))
    }
}

/// Describes the messages between the processes.
fn traffic_note(processes: usize, exchanged: &Exchanged, states: u64) -> String {
    let (megabytes, each) = (exchanged.bytes as f64 / 1e6, exchanged.bytes as f64 / states.max(1) as f64);
    format!("note: {processes} processes sent each other {megabytes:.1} MB, {each:.1} bytes a state")
}
