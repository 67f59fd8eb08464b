//! The line between two processes: what timely sends, in frames, with a word beside it now and then.
//!
//! A frame has a letter and a length. So a process can say why it gives up, and that it still lives; and an end is told
//! from a loss: timely's own threads panic where a line breaks, these sleep until the workers are gone and end silently.

use crate::cluster::{Shared, Trouble};
use crate::model::Error;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of timely's.
const DATA: u8 = b'd';
/// The sender has a line to everybody.
const READY: u8 = b'r';
/// The sender still lives.
const BEAT: u8 = b'b';
/// The sender gives up, and says why.
const FAILED: u8 = b'f';
/// The sender wishes that the work stops once it is saved, and says why.
const HALT: u8 = b'h';
/// Nothing follows.
const END: u8 = b'e';

/// The longest reason that is read.
const REASON: usize = 1 << 16;

/// A frame's letter and length.
fn head(letter: u8, length: usize) -> [u8; 5] {
    let [a, b, c, d] = u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    [letter, a, b, c, d]
}

/// Says that this process lives.
pub(crate) fn beat(out: &mut TcpStream) -> io::Result<()> {
    out.write_all(&head(BEAT, 0))
}

/// Says that this process has a line to everybody.
pub(crate) fn ready(mut out: &TcpStream) -> io::Result<()> {
    out.set_nonblocking(false)?;
    out.write_all(&head(READY, 0))
}

/// Says why this process gives up: nothing else is said afterwards.
pub(crate) fn give_up(out: &mut TcpStream, trouble: &Trouble) -> io::Result<()> {
    tell(out, FAILED, trouble)?;
    out.shutdown(Shutdown::Write)
}

/// Says that the work should stop once it is saved, and why.
pub(crate) fn halt(out: &mut TcpStream, trouble: &Trouble) -> io::Result<()> {
    tell(out, HALT, trouble)
}

fn tell(out: &mut TcpStream, letter: u8, trouble: &Trouble) -> io::Result<()> {
    let what: &[u8] = &trouble.what.as_bytes()[..trouble.what.len().min(REASON)];
    out.write_all(&head(letter, what.len() + 1))?;
    out.write_all(&[u8::from(trouble.stopped)])?;
    out.write_all(what)
}

/// The sign that comes first on a line before the work begins.
pub(crate) enum Sign {
    /// Nothing that matters now.
    Nothing,
    /// The other end has a line to everybody.
    Ready,
    /// The other end has closed the line, and has said why or not.
    Gone(Option<Error>),
}

/// Looks at a line before the work begins.
pub(crate) fn sign(mut line: &TcpStream) -> Sign {
    let mut first = [0];
    match line.set_nonblocking(true).and_then(|()| line.peek(&mut first)) {
        Ok(1) => {}
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            return Sign::Nothing;
        }
        _ => return Sign::Gone(None),
    }
    let mut listen = || {
        line.set_nonblocking(false)?;
        line.read_exact(&mut [0; 1])?;
        let mut length = [0; 4];
        line.read_exact(&mut length)?;
        Ok::<_, io::Error>(u32::from_le_bytes(length) as usize)
    };
    match first {
        [READY] => listen().map_or(Sign::Gone(None), |_| Sign::Ready),
        [FAILED] => {
            let why = listen().and_then(|length| reason(&mut line, length));
            Sign::Gone(why.ok().as_ref().map(Trouble::error))
        }
        _ => Sign::Nothing,
    }
}

/// Reads why the other end gave up.
fn reason(line: &mut impl Read, length: usize) -> io::Result<Trouble> {
    let mut reason = vec![0; length.min(REASON + 1)];
    line.read_exact(&mut reason)?;
    let (stopped, what) = reason.split_first().ok_or(ErrorKind::InvalidData)?;
    Ok(Trouble { what: String::from_utf8_lossy(what).into_owned(), stopped: *stopped != 0 })
}

/// One end of a line, as timely uses it.
pub(crate) struct Line {
    pub(crate) shared: Arc<Shared>,
    /// The process at the other end.
    pub(crate) peer: usize,
    pub(crate) stream: TcpStream,
    /// The bytes of a frame still to be read.
    pub(crate) left: usize,
}

impl Line {
    /// Reads on until there are bytes of timely's, or the end.
    fn advance(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.shared.has_failed() {
                return Err(ErrorKind::Other.into());
            }
            if self.left > 0 {
                let most = buffer.len().min(self.left);
                let read = self.stream.read(&mut buffer[..most])?;
                self.left -= read;
                return if read == 0 { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(read) };
            }
            let mut head = [0; 5];
            self.stream.read_exact(&mut head)?;
            let [letter, length @ ..] = head;
            let length = u32::from_le_bytes(length) as usize;
            match letter {
                DATA => self.left = length,
                BEAT => {}
                END => return Ok(0),
                FAILED => {
                    let trouble = reason(&mut self.stream, length)?;
                    self.shared.set(trouble);
                }
                HALT => {
                    let trouble = reason(&mut self.stream, length)?;
                    let _ = self.shared.halting.set(trouble);
                }
                _ => return Err(ErrorKind::InvalidData.into()),
            }
        }
    }

    /// Ends the thread that reads, silently, once no worker listens any more.
    fn vanish(&mut self) -> ! {
        // Everything that is still sent is taken, so that the other end can read why we gave up before the line is cut.
        let _ = self.stream.set_read_timeout(Some(Duration::from_secs(1)));
        let _ = io::copy(&mut self.stream, &mut io::sink());
        self.shared.half_done();
        self.shared.wait_for_workers();
        // Unwinds without a word: only a panic speaks. Where nothing unwinds, it sleeps for good.
        if cfg!(panic = "unwind") {
            std::panic::resume_unwind(Box::new(()));
        }
        loop {
            std::thread::park();
        }
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.advance(buffer) {
            Ok(0) => {
                self.shared.half_done();
                Ok(0)
            }
            Ok(read) => Ok(read),
            Err(error) => {
                self.shared.lost(self.peer, &error);
                self.vanish()
            }
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.shared.with_line(self.peer, |out| {
            // The head is not to be a packet of its own.
            let head = head(DATA, bytes.len());
            let sent = out.write_vectored(&[IoSlice::new(&head), IoSlice::new(bytes)])?;
            out.write_all(&head[sent.min(head.len())..])?;
            out.write_all(&bytes[sent.saturating_sub(head.len())..])
        });
        // Whoever lost the line says so; timely's thread need not panic over it.
        done.unwrap_or_else(|error| self.shared.lost(self.peer, &error));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Self { shared: Arc::clone(&self.shared), peer: self.peer, stream, left: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    /// Timely shuts a line when all is sent.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.shared.with_line(self.peer, |out| {
            out.write_all(&head(END, 0))?;
            out.shutdown(how)
        });
        self.shared.half_done();
        Ok(())
    }
}
