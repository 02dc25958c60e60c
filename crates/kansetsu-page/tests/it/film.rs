//! A motion as a video: the browser plays the download.

use kansetsu_studio::app::{Encoder, Filmer, webm};
use serde_json::json;

use crate::{browser::Browser, site};

/// The bytes of a file, as an expression.
fn bytes_in_script(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("Uint8Array.from([{}])", numbers.join(","))
}

#[test]
fn a_motion_is_downloaded_as_a_video_that_plays() {
    let Some(address) = site::address() else { return };
    let mut browser = Browser::start();
    browser.before_load("delete window.showSaveFilePicker;");
    browser.open(&address);
    browser.state();
    let folder = browser.downloads();
    browser.run("motion.key");
    let hand = browser.pixel("LeftHand");
    // Software graphics draw a frame of a film in about a second.
    for _ in 0..4 {
        browser.run("motion.next_frame");
    }
    browser.drag(hand, [hand[0] - 20.0, hand[1] - 90.0]);
    browser.run("motion.key");
    browser.run("file.export_film");
    browser.settled_screenshot("film-card");
    assert_eq!(browser.evaluate("window.kansetsu.film(320, 240)"), json!(true));
    browser.wait_for(
        "window.kansetsu.state().page.banners.some(text => text.includes('mannequin.webm'))",
    );
    let bytes = browser.downloaded(&folder.join("mannequin.webm"));
    assert_eq!(bytes[..4], [0x1a, 0x45, 0xdf, 0xa3]);
    let plays = format!(
        "new Promise((done, fail) => {{ const video = document.createElement('video'); video.muted = true;
            video.onerror = () => fail(new Error(video.error.message));
            video.onended = () => done([video.videoWidth, video.videoHeight, video.duration]);
            video.src = URL.createObjectURL(new Blob([{}], {{ type: 'video/webm' }})); video.play(); }})",
        bytes_in_script(&bytes)
    );
    let played = browser.evaluate(&plays);
    assert_eq!([&played[0], &played[1]], [&json!(320), &json!(240)]);
    assert!((played[2].as_f64().expect("a length") - 4.0 / 30.0).abs() < 0.05, "{played}");
}

/// Colours that change: a field for each of the first frames of a film of three seconds, so that a
/// frame shows its time.
const COLOURS: [[u8; 3]; 6] =
    [[230, 40, 40], [40, 200, 60], [50, 70, 220], [240, 240, 240], [20, 20, 20], [200, 150, 120]];

#[test]
fn a_film_that_the_window_packs_plays_in_its_colours_and_can_be_gone_to() {
    let (size, rate, frames) = ([320_u32, 240_u32], 30.0_f32, 90_usize);
    let mut film: Box<dyn Filmer> = Box::new(Encoder::new(size, rate));
    let picture = |frame: usize| {
        let [r, g, b] = COLOURS[frame / 15];
        // A bar moves over the field.
        let pixel = |at: usize| {
            if (at % 320) / 16 == frame % 20 { [255, 255, 0, 255] } else { [r, g, b, 255] }
        };
        (0..320 * 240).map(pixel).collect::<Vec<[u8; 4]>>()
    };
    for frame in 0..frames {
        film.add(&picture(frame), [frame as f64 / 30.0, 1.0 / 30.0]);
    }
    let (send, receive) = std::sync::mpsc::channel();
    film.finish(Box::new(move |footage| send.send(footage).expect("somebody waits")));
    let footage = receive.recv().expect("it ends").expect("it is packed");
    assert_eq!(footage.pictures.len(), frames);
    let bytes = webm(&footage, size, 3000);
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());

    let mut browser = Browser::start();
    // Backwards too: the file has an index for seeking.
    let sought = [7_usize, 52, 80, 22, 67, 37];
    let played = browser.evaluate(&seeks(sought, size, &bytes));
    assert!(
        played[0].as_u64().is_some_and(|state| state >= 2),
        "there is a picture: {}",
        played[0]
    );
    assert_eq!([&played[1], &played[2]], [&json!(size[0]), &json!(size[1])]);
    assert!((played[3].as_f64().expect("a length") - 3.0).abs() < 0.05, "{}", played[3]);
    for (index, &frame) in sought.iter().enumerate() {
        let wanted = picture(frame);
        for bar in 0..20 {
            let seen = &played[4][index][bar];
            let near = (0..3).all(|channel| {
                seen[channel].as_i64().is_some_and(|seen| {
                    (seen - i64::from(wanted[16 * bar + 8][channel])).abs() <= 12
                })
            });
            assert!(near, "frame {frame}, bar {bar}: {seen} instead of {:?}", wanted[16 * bar + 8]);
        }
    }
}

/// A script that goes to these frames of a film, and returns the colours in the middle of the
/// twenty places of the bar.
fn seeks(frames: [usize; 6], size: [u32; 2], film: &[u8]) -> String {
    let times: Vec<String> =
        frames.iter().map(|frame| format!("{:.4}", (*frame as f64 + 0.5) / 30.0)).collect();
    format!(
        "new Promise((done, fail) => {{ const video = document.createElement('video'); video.muted = true; video.preload = 'auto';
            video.onerror = () => fail(new Error(video.error.message));
            const canvas = new OffscreenCanvas({}, {}); const context = canvas.getContext('2d', {{ willReadFrequently: true }});
            const go = time => new Promise(there => {{ video.onseeked = there; video.currentTime = time; }});
            video.oncanplaythrough = async () => {{
                video.oncanplaythrough = null;
                const seen = [];
                for (const time of [{}]) {{
                    await go(time);
                    context.drawImage(video, 0, 0);
                    seen.push([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(bar => [...context.getImageData(16 * bar + 8, 120, 1, 1).data]));
                }}
                done([video.readyState, video.videoWidth, video.videoHeight, video.duration, seen]);
            }};
            video.src = URL.createObjectURL(new Blob([{}], {{ type: 'video/webm' }})); }})",
        size[0],
        size[1],
        times.join(","),
        bytes_in_script(film)
    )
}
