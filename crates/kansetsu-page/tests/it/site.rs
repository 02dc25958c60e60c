//! The page as it was built, on a server of our own.

use std::{env, path::PathBuf, thread};

use crate::server::Server;

/// The address of the page; `None`, said in one line, where it was not built. In CI it must have been.
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
pub(crate) fn address() -> Option<String> {
    let Some(folder) = env::var_os("KANSETSU_PAGE").map(PathBuf::from) else {
        assert_ne!(env::var("CI").as_deref(), Ok("true"), "KANSETSU_PAGE does not say where the page is");
        println!("not run: needs the page (cargo xtask web --test builds it)");
        return None;
    };
    let server = Server::bind(folder, 0).expect("a free port");
    let address = server.address().expect("an address");
    thread::spawn(move || server.run());
    // Headless browsers find WebGPU adapters that draw nothing.
    Some(format!("http://{address}/?backend=webgl"))
}
