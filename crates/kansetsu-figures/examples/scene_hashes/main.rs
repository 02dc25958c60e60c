//! Prints a hash of the solved poses of every named scene, a line each: the lines of
//! `tests/golden/scene_hashes.txt` on every platform. `cargo xtask hashes` compares them, in a
//! release build and in WebAssembly. The argument is the number of threads, 1 by default.

mod scenes;

fn main() {
    let threads = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    let lines = match scenes::lines(threads) {
        Ok(lines) => lines,
        Err(error) => format!("a scene cannot be solved: {error}"),
    };
    print(&lines);
}

#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::print_stdout, reason = "a program that prints")]
fn print(text: &str) {
    println!("{}", text.trim_end());
}

#[cfg(target_arch = "wasm32")]
fn print(text: &str) {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = console)]
        fn log(text: &str);
    }
    log(text.trim_end());
}
