//! Runs imports: which file is read next, for which figure, and where the result goes.

use std::{collections::VecDeque, sync::Arc};

use eframe::egui::Context;
use kansetsu_formats::motion_format;

use super::{
    Attempt, Given, Home, Import, Order, Place, Read, Reading, Step, Unreadable,
    kind::{Kind, is_foreign, unknown},
    message,
    opening::take_found,
    read::{Found, may_take},
};
use crate::{
    app::{Arrival, Banner, Foreign, Job, Progress, ReadByHost, Services, Studio, keypoints},
    document::{Actor, Document, FigureKey},
    text::Phrase,
};

/// Says which file is being read.
pub(crate) fn reading(services: &Services) -> Option<Phrase> {
    let import = services.imports.front()?;
    Some(title(import.name(import.reading.as_ref()?.index)))
}

/// Opens files that came together.
pub(in crate::app) fn import(
    studio: &mut Studio,
    files: Vec<Given>,
    adds: bool,
    context: &Context,
) {
    studio.services.imports.push_back(Import::new(files, adds));
    go_on_importing(studio, context);
}

/// Takes in what has arrived for an import. What arrives for another one than the present one comes
/// too late.
pub(in crate::app) fn take_step(studio: &mut Studio, place: Place, step: Step, context: &Context) {
    let is_present = |import: &&mut Import| {
        import.key == place.import
            && import.reading.as_ref().is_some_and(|reading| reading.index == place.index)
    };
    if studio.services.imports.front_mut().filter(is_present).is_none() {
        return;
    }
    match step {
        Step::Read(read) => {
            take_read(studio, place.index, *read, context);
            go_on_importing(studio, context);
        }
        Step::Answered(answered) => {
            let (order, answer) = *answered;
            let mut answer = Some(answer);
            start_reading(
                studio,
                place,
                order,
                move |order| answer.take().map(|answer| order.take(answer)),
                context,
            );
        }
    }
}

/// Reads the next file, unless one is being read.
fn go_on_importing(studio: &mut Studio, context: &Context) {
    while let Some(mut import) = studio.services.imports.pop_front() {
        let (document, selected) =
            (studio.document.key(), studio.document.actor().map(|actor| actor.key));
        let adds = import.adds;
        import.home.get_or_insert_with(|| Home::new((document, selected), adds));
        if import.reading.is_none() {
            let Some((index, kind)) = import.next() else {
                import
                    .report()
                    .into_iter()
                    .for_each(|report| studio.services.banners.report(report));
                continue;
            };
            match begin_file(&studio.document, &import, index, kind) {
                Ok(attempts) => {
                    import.reading = Some(Reading { index, kind, attempts, own: None, best: None })
                }
                Err(unreadable) => import.tell(index, unreadable.into()),
            }
            studio.services.imports.push_front(import);
            next_attempt(studio, context);
        } else {
            studio.services.imports.push_front(import);
            return;
        }
    }
}

/// Returns the attempts at a file, in sequence; an error when it is not read.
fn begin_file(
    document: &Document,
    import: &Import,
    index: usize,
    kind: Kind,
) -> Result<VecDeque<Attempt>, Unreadable> {
    let file = &import.files[index];
    let Some(home) = &import.home else { return Ok(VecDeque::new()) };
    let actors = |keys: &[FigureKey]| -> Vec<Arc<Actor>> {
        let content = document.content();
        keys.iter().filter_map(|&key| content.actors.get(content.index_of(key)?).cloned()).collect()
    };
    let candidates = actors(&home.candidates());
    let alone = |actors| VecDeque::from([Attempt::Alone(actors)]);
    match kind {
        Kind::Project if home.has_project => Err(message::one_project()),
        Kind::Picture if home.has_textures => Err(message::nobody_refers()),
        Kind::Picture if home.has_backdrop => Err(message::one_backdrop()),
        Kind::Companion => Err(message::nobody_refers()),
        Kind::Unknown => Err(unknown(file)),
        Kind::Project | Kind::Model | Kind::Pose | Kind::Poses | Kind::Picture => {
            Ok(alone(Vec::new()))
        }
        Kind::Motion => {
            let bodies = [candidates.clone(), actors(&home.skeletons)].concat();
            let people = candidates
                .into_iter()
                .filter(|actor| actor.figure.rig.humanoid().is_some())
                .map(Attempt::For);
            Ok(alone(bodies).into_iter().chain(people).collect())
        }
        Kind::BareMotion => Ok(candidates
            .into_iter()
            .filter(|actor| may_take(actor, file))
            .map(Attempt::For)
            .collect()),
        Kind::Keypoints => {
            let person = candidates.into_iter().find(|actor| actor.figure.rig.humanoid().is_some());
            person
                .map(|actor| VecDeque::from([Attempt::For(actor)]))
                .ok_or_else(keypoints::no_humanoid)
        }
    }
}

/// Reads the present file for the next figure, or ends with it.
fn next_attempt(studio: &mut Studio, context: &Context) {
    let Some(import) = studio.services.imports.front_mut() else { return };
    let Some(reading) = &mut import.reading else { return };
    let (index, kind) = (reading.index, reading.kind);
    let Some(attempt) = reading.attempts.pop_front() else {
        let Some(Reading { own, best, .. }) = import.reading.take() else { return };
        let format = motion_format(&import.files[index].bytes, &import.files[index].name);
        let found = best
            .map(Found::Motions)
            .or(own.map(Found::Figure))
            .ok_or_else(|| message::no_joints_for(format));
        return finish_file(studio, index, Read { found, used: Vec::new() }, context);
    };
    let place = Place { import: import.key, index };
    let order = Order { files: Arc::clone(&import.files), index, kind, attempt };
    if studio.services.host.is_some() && is_foreign(order.file()) {
        ask_host_to_read(studio, place, order, context);
    } else {
        start_reading(studio, place, order, |order| Some(order.read()), context);
    }
}

/// Begins to read a file in the background. When that is stopped, the file has a message all the
/// same.
fn start_reading(
    studio: &mut Studio,
    place: Place,
    order: Order,
    mut read: impl FnMut(&Order) -> Option<Read> + Send + 'static,
    context: &Context,
) {
    let title =
        title(super::last_part(&order.file().name)).get(studio.services.language()).to_owned();
    let arrival = move |read: Read| Arrival::Import(place, Step::Read(Box::new(read)));
    let stopped = || Read { found: Err(message::stopped()), used: Vec::new() };
    let work = move || Progress::Done(arrival(read(&order).unwrap_or_else(stopped)));
    studio.services.tasks.jobs.push(Job::start(title, work, context).or_else(arrival(stopped())));
}

/// Lets the host read a file of another format.
fn ask_host_to_read(studio: &mut Studio, place: Place, order: Order, context: &Context) {
    let of = match order.body() {
        Ok(None) if matches!(order.attempt, Attempt::For(_)) => Err(Ok(Found::Nothing)),
        Ok(of) => Ok(of),
        Err(unreadable) => Err(Err(unreadable)),
    };
    match of {
        Err(found) => {
            let _ = studio.services.inbox.sender.send(Arrival::Import(
                place,
                Step::Read(Box::new(Read { found, used: Vec::new() })),
            ));
            context.request_repaint();
        }
        Ok(of) => {
            let others = order.files.iter().enumerate().filter(|(index, _)| *index != order.index);
            let beside = others.map(|(_, file)| file.clone()).collect();
            read_in_background(
                &studio.services,
                Foreign { file: order.file().clone(), beside, of },
                (place, order),
                context,
            );
        }
    }
}

/// Takes what was read of the present file.
fn take_read(studio: &mut Studio, index: usize, Read { found, used }: Read, context: &Context) {
    let Some(import) = studio.services.imports.front_mut() else { return };
    let Some(reading) = &mut import.reading else { return };
    match found {
        Ok(Found::IsMotion) => {
            import.reading = None;
            import.left.insert(index, Kind::Motion);
        }
        Ok(Found::Nothing) => next_attempt(studio, context),
        Ok(Found::Figure(own)) if reading.kind == Kind::Motion => {
            reading.own = Some(own);
            next_attempt(studio, context);
        }
        Ok(Found::Motions(found)) if reading.kind == Kind::BareMotion => {
            if reading.best.as_ref().is_none_or(|best| found.joints > best.joints) {
                reading.best = Some(found);
            }
            next_attempt(studio, context);
        }
        found => {
            import.reading = None;
            finish_file(studio, index, Read { found, used }, context);
        }
    }
}

/// Does what a file is for, and gives it its message; the files that it needed have theirs with it.
fn finish_file(studio: &mut Studio, index: usize, Read { found, used }: Read, context: &Context) {
    let Some(mut import) = studio.services.imports.pop_front() else { return };
    let file = import.files[index].clone();
    let kind = import.left.get(&index).copied().unwrap_or(Kind::Unknown);
    let told = match (found, &mut import.home) {
        (Ok(found), Some(home)) => {
            home.has_textures |= !used.is_empty();
            home.needs_selected =
                import.left.iter().any(|(&other, kind)| other != index && kind.is_for_a_figure());
            take_found(studio, (&file, kind), found, home, context)
        }
        (Ok(_), None) => Err(message::stopped()),
        (Err(unreadable), _) => Err(unreadable),
    };
    if told.is_ok() {
        let by = import.name(index).to_owned();
        used.into_iter().for_each(|index| import.tell(index, message::used(&by)));
    }
    import.tell(index, told.unwrap_or_else(Banner::from));
    studio.services.imports.push_front(import);
}

/// Lets the host read a file of another format.
fn read_in_background(
    services: &Services,
    foreign: Foreign,
    (place, order): (Place, Order),
    context: &Context,
) {
    let Some(host) = &services.host else { return };
    let (arrive, context) = (services.inbox.sender.clone(), context.clone());
    let done = move |read: Result<ReadByHost, String>| {
        let _ = arrive.send(Arrival::Import(place, Step::Answered(Box::new((order, read)))));
        context.request_repaint();
    };
    host.read(foreign, Box::new(done));
}

/// The title of the job that reads a file.
fn title(name: &str) -> Phrase {
    Phrase::made(format!("Loading {name}"), format!("{name} を読み込んでいます"))
}
