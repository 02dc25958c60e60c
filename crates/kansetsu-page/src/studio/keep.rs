//! Autosave in the browser: its database stores the record of the document, and the tab stores the
//! name of that record. So the document survives a reload.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
    sync::Arc,
};

use eframe::egui::Context;
use kansetsu_studio::{
    app::{Studio, go_on_with, keep_all},
    document::recovery::{Files, Storage, files_of},
    text::Phrase,
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    js_sys::{Array, Promise, Uint8Array},
    window,
};

#[wasm_bindgen]
extern "C" {
    /// site/keeper.js.
    #[derive(Clone)]
    pub type Keeper;
    #[wasm_bindgen(method, getter)]
    fn run(this: &Keeper) -> String;
    #[wasm_bindgen(method)]
    fn texts(this: &Keeper) -> Array;
    #[wasm_bindgen(method)]
    fn files(this: &Keeper) -> Array;
    #[wasm_bindgen(method)]
    fn others(this: &Keeper) -> Option<Array>;
    #[wasm_bindgen(method)]
    fn write(this: &Keeper, name: &str, text: &str, files: Array) -> Promise;
    #[wasm_bindgen(method)]
    fn remove(this: &Keeper, name: &str);
    #[wasm_bindgen(method)]
    fn read(this: &Keeper, names: Array) -> Promise;
    #[wasm_bindgen(method)]
    fn tidy(this: &Keeper, needed: Array);
}

/// The session storage key for the name of the tab's record.
const KEY: &str = "kansetsu.record";
/// The suffix of record names.
const RECORD: &str = ".recovery";

/// Records and files in the browser's database, as of the start of the web app and of later writes.
pub(super) struct Database {
    keeper: Keeper,
    texts: BTreeMap<String, String>,
    files: Kept,
    /// The runs of the web app in other tabs.
    others: Vec<String>,
    refused: Rc<RefCell<Vec<Refused>>>,
    context: Option<Context>,
}

/// Files in the database.
struct Kept {
    keeper: Keeper,
    names: BTreeSet<String>,
    /// Files to store with the next record.
    next: Vec<(String, Arc<[u8]>)>,
    /// Files that were requested.
    at_hand: Rc<RefCell<BTreeMap<String, Arc<[u8]>>>>,
}

/// Data that the browser refused to store.
struct Refused {
    reason: Phrase,
    files: Vec<String>,
}

impl Database {
    /// The contents of the database, with the files of this tab's record.
    pub(super) async fn open(keeper: Keeper) -> Self {
        let pair = |entry: JsValue| {
            let entry = Array::from(&entry);
            Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
        };
        let texts: BTreeMap<String, String> = keeper.texts().iter().filter_map(pair).collect();
        let needed: Vec<String> = texts
            .iter()
            .filter(|(name, _)| name.ends_with(RECORD))
            .flat_map(|(_, text)| files_of(text))
            .collect();
        keeper.tidy(array(&needed));
        let names = strings(&keeper.files()).into_iter().collect();
        let mut files =
            Kept { keeper: keeper.clone(), names, next: Vec::new(), at_hand: Rc::default() };
        let own = tab().and_then(|tab| tab.get_item(KEY).ok().flatten());
        if let Some(text) = own.and_then(|own| texts.get(&own)) {
            files.bring(files_of(text)).await;
        }
        let others = keeper.others().map_or_else(Vec::new, |others| strings(&others));
        Self { keeper, texts, files, others, refused: Rc::default(), context: None }
    }

    /// Repaints when the browser refuses data, to show the message.
    pub(super) fn repainting(self, context: &Context) -> Self {
        Self { context: Some(context.clone()), ..self }
    }
}

impl Storage for Database {
    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.texts.insert(name.to_owned(), text.to_owned());
        let files = std::mem::take(&mut self.files.next);
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let entry = |(name, bytes): &(String, Arc<[u8]>)| {
            Array::of2(&name.into(), &Uint8Array::from(&**bytes))
        };
        let promise = self.keeper.write(name, text, files.iter().map(entry).collect());
        let (refused, context) = (Rc::clone(&self.refused), self.context.clone());
        spawn_local(async move {
            if let Err(error) = JsFuture::from(promise).await {
                refused.borrow_mut().push(Refused { reason: reason(&error), files: names });
                context.iter().for_each(Context::request_repaint);
            }
        });
        if name.ends_with(RECORD) {
            remember(Some(name));
        }
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Option<String>, String> {
        Ok(self.texts.get(name).cloned())
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        if self.texts.remove(name).is_some() {
            self.keeper.remove(name);
        }
        Ok(())
    }

    fn names(&self) -> Result<Vec<String>, String> {
        Ok(self.texts.keys().cloned().collect())
    }

    fn run(&self) -> Option<String> {
        Some(self.keeper.run())
    }

    fn is_in_use(&self, name: &str) -> bool {
        self.others.iter().any(|run| name.contains(&format!("-{run}")))
    }

    fn refusal(&mut self) -> Option<Phrase> {
        let Refused { reason, files } = self.refused.borrow_mut().pop()?;
        for name in files {
            self.files.names.remove(&name);
        }
        Some(reason)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(&mut self.files)
    }
}

impl Kept {
    /// Loads those of the files that exist.
    async fn bring(&mut self, names: Vec<String>) {
        let promise = self.keeper.read(array(&names));
        take_in(&self.at_hand, names, JsFuture::from(promise).await);
    }
}

impl Files for Kept {
    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn put(&mut self, name: &str, bytes: &Arc<[u8]>) {
        self.names.insert(name.to_owned());
        self.next.push((name.to_owned(), Arc::clone(bytes)));
    }

    fn get(&self, name: &str) -> Option<Arc<[u8]>> {
        // The document holds the bytes from then on.
        self.at_hand.borrow_mut().remove(name)
    }

    fn fetch(&mut self, names: &[String], done: Box<dyn FnOnce()>) {
        let promise = self.keeper.read(array(names));
        let (at_hand, names) = (Rc::clone(&self.at_hand), names.to_vec());
        spawn_local(async move {
            take_in(&at_hand, names, JsFuture::from(promise).await);
            done();
        });
    }
}

fn take_in(
    at_hand: &RefCell<BTreeMap<String, Arc<[u8]>>>,
    names: Vec<String>,
    read: Result<JsValue, JsValue>,
) {
    // The record that refers to a missing file reports it.
    let Ok(read) = read else { return };
    let found =
        names.into_iter().zip(Array::from(&read).into_iter()).filter(|(_, bytes)| !bytes.is_null());
    at_hand
        .borrow_mut()
        .extend(found.map(|(name, bytes)| (name, Uint8Array::new(&bytes).to_vec().into())));
}

/// The reason why the browser stores nothing, for users.
fn reason(error: &JsValue) -> Phrase {
    let text = super::error_text::sentence(error);
    if text.contains("Quota") {
        Phrase::new(
            "The browser's storage is full; autosave is off.",
            "ブラウザーの保存領域がいっぱいのため、自動保存は無効です。",
        )
    } else {
        Phrase::made(
            format!("Autosave failed ({text})."),
            format!("自動保存できませんでした（{text}）。"),
        )
    }
}

fn array(names: &[String]) -> Array {
    names.iter().map(JsValue::from).collect()
}

fn strings(array: &Array) -> Vec<String> {
    array.iter().filter_map(|entry| entry.as_string()).collect()
}

/// Stores unsaved changes, as far as the browser accepts them. Returns whether the tab can find
/// them again. A document without changes needs no record.
pub(super) fn keep(studio: &mut Studio) -> bool {
    let Ok(record) = keep_all(studio) else { return false };
    remember(record.as_deref());
    true
}

/// Restores the work of this tab from before the reload.
pub(super) fn restore(studio: &mut Studio) {
    let own = tab().and_then(|tab| tab.get_item(KEY).ok().flatten());
    if let Some(record) = own {
        remember(None);
        go_on_with(studio, &record);
    }
}

fn remember(record: Option<&str>) {
    let Some(tab) = tab() else { return };
    // If the tab has a wrong name, the user is offered the work instead.
    let _ = match record {
        Some(record) => tab.set_item(KEY, record),
        None => tab.remove_item(KEY),
    };
}

fn tab() -> Option<web_sys::Storage> {
    window()?.session_storage().ok().flatten()
}
