//! A small server for the web app: one folder, on this machine alone.
//!
//! It serves for viewing and testing, not for the public: it answers GET and HEAD for files of one
//! folder and nothing else. Files with a smaller `.gz` beside them are sent compressed to clients
//! that accept it. An address with `?build=` differs in every build, so browsers may cache it.

use std::{
    fs,
    io::{self, BufRead, BufReader, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A server for browsers.
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    folder: Arc<Path>,
}

/// The time limit for a browser's request.
const PATIENCE: Duration = Duration::from_secs(10);
/// Largest size of a request, bytes.
const LONGEST: u64 = 16 * 1024;

impl Server {
    /// Listens on 127.0.0.1; port 0 takes a free one.
    ///
    /// # Errors
    /// If the port is taken.
    pub(crate) fn bind(folder: impl Into<PathBuf>, port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        Ok(Self { listener, folder: folder.into().into() })
    }

    /// The address that it listens on.
    ///
    /// # Errors
    /// If the system does not report it.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the program ends, each browser in a separate thread.
    ///
    /// # Errors
    /// If no more connections can be accepted.
    pub(crate) fn run(&self) -> io::Result<()> {
        for stream in self.listener.incoming() {
            let (stream, folder) = (stream?, self.folder.clone());
            // A browser that disconnects does not affect the others.
            std::thread::spawn(move || answer(&stream, &folder));
        }
        Ok(())
    }
}

/// A browser's request.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    path: String,
    is_head: bool,
    takes_gzip: bool,
    /// Whether it names the build.
    is_lasting: bool,
}

/// The reply to a request.
struct Reply {
    status: &'static str,
    mime: &'static str,
    encoding: Option<&'static str>,
    body: Vec<u8>,
}

fn answer(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let Some(request) = read_request(stream)? else { return Ok(()) };
    let reply = reply(&request, folder);
    let keep = if request.is_lasting && reply.status == FOUND {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: {keep}\r\n",
        reply.status,
        reply.mime,
        reply.body.len()
    );
    if let Some(encoding) = reply.encoding {
        head.push_str(&format!("Content-Encoding: {encoding}\r\nVary: Accept-Encoding\r\n"));
    }
    let mut stream = stream;
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"X-Content-Type-Options: nosniff\r\n\r\n")?;
    if !request.is_head {
        stream.write_all(&reply.body)?;
    }
    stream.flush()
}

fn read_request(stream: &TcpStream) -> io::Result<Option<Request>> {
    let mut lines = BufReader::new(io::Read::take(stream, LONGEST)).lines();
    let Some(first) = lines.next().transpose()? else { return Ok(None) };
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut takes_gzip = false;
    for line in lines {
        let line = line?.to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        takes_gzip |= line.starts_with("accept-encoding:") && line.contains("gzip");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default().to_owned();
    let is_known = method == "GET" || method == "HEAD";
    let is_lasting = target[path.len()..].starts_with("?build=");
    Ok(is_known.then_some(Request { path, is_head: method == "HEAD", takes_gzip, is_lasting }))
}

const FOUND: &str = "200 OK";

fn reply(request: &Request, folder: &Path) -> Reply {
    let missing = || Reply {
        status: "404 Not Found",
        mime: "text/plain; charset=utf-8",
        encoding: None,
        body: b"not found\n".to_vec(),
    };
    let Some(path) = file_of(&request.path, folder) else { return missing() };
    let mime = mime_of(&path);
    let packed = PathBuf::from(format!("{}.gz", path.display()));
    if let Some(body) = request.takes_gzip.then(|| fs::read(packed).ok()).flatten() {
        return Reply { status: FOUND, mime, encoding: Some("gzip"), body };
    }
    match fs::read(path) {
        Ok(body) => Reply { status: FOUND, mime, encoding: None, body },
        Err(_) => missing(),
    }
}

/// The file of a path; `None` if it is outside the folder.
fn file_of(path: &str, folder: &Path) -> Option<PathBuf> {
    let relative = Path::new(path.strip_prefix('/')?);
    let stays_inside =
        relative.components().all(|component| matches!(component, Component::Normal(_)));
    let is_plain = !path.contains(['%', '\\', '\0', ':']);
    let file = if path == "/" { folder.join("index.html") } else { folder.join(relative) };
    (stays_inside && is_plain).then_some(file)
}

fn mime_of(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ttf" => "font/ttf",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).expect("it answers");
        String::from_utf8_lossy(&reply).into_owned()
    }

    #[test]
    fn files_come_with_their_type_and_packed_when_they_may() {
        let folder = std::env::temp_dir().join(format!("kansetsu-serve-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("index.html"), "hello").expect("a file");
        fs::write(folder.join("a.wasm"), "plain").expect("a file");
        fs::write(folder.join("a.wasm.gz"), "packed").expect("a file");
        let server = Server::bind(&folder, 0).expect("a free port");
        let address = server.address().expect("an address");
        assert!(address.ip().is_loopback());
        std::thread::spawn(move || server.run());
        let page = ask(address, "GET / HTTP/1.1\r\n\r\n");
        assert!(
            page.contains("200 OK") && page.contains("text/html") && page.ends_with("hello"),
            "{page}"
        );
        let plain = ask(address, "GET /a.wasm?v=1 HTTP/1.1\r\n\r\n");
        assert!(plain.contains("application/wasm") && plain.ends_with("plain"), "{plain}");
        let packed = ask(address, "GET /a.wasm HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\n");
        assert!(
            packed.contains("Content-Encoding: gzip") && packed.ends_with("packed"),
            "{packed}"
        );
        let lasting = ask(address, "GET /a.wasm?build=1 HTTP/1.1\r\n\r\n");
        assert!(lasting.contains("immutable") && plain.contains("no-cache"), "{lasting}");
        let head = ask(address, "HEAD / HTTP/1.1\r\n\r\n");
        assert!(head.contains("Content-Length: 5") && head.ends_with("\r\n\r\n"), "{head}");
        fs::remove_dir_all(folder).expect("it was ours");
    }

    #[test]
    fn nothing_outside_the_folder_is_given() {
        let folder = Path::new("/pages");
        for path in
            ["/../secret", "//etc/passwd", "/a/../../b", "/%2e%2e/b", "relative", "/c:/x", "/.."]
        {
            assert_eq!(file_of(path, folder), None, "{path}");
        }
        assert_eq!(file_of("/a.js", folder), Some("/pages/a.js".into()));
        assert_eq!(file_of("/", folder), Some("/pages/index.html".into()));
    }
}
