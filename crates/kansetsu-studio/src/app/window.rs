//! The desktop window.

use std::sync::Arc;

use eframe::{
    egui::ViewportBuilder,
    egui_wgpu::{WgpuConfiguration, WgpuSetup},
    wgpu,
};
use thiserror::Error;

use super::Studio;

/// Why there is no window.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoWindow {
    /// Neither an X server nor a Wayland compositor was found.
    #[error("no display was found")]
    NoDisplay,
    /// The windowing system refused.
    #[error("{0}")]
    Refused(String),
}

/// Opens the studio and returns when its window is closed. `prepare` is called before the first
/// picture, for example to open a file.
///
/// # Errors
/// [`NoWindow::NoDisplay`] before anything was opened, [`NoWindow::Refused`] when the app window or
/// the graphics card failed.
pub fn run(prepare: impl FnOnce(&mut Studio) + Send + 'static) -> Result<(), NoWindow> {
    if !has_display() {
        return Err(NoWindow::NoDisplay);
    }
    let viewport = ViewportBuilder::default()
        .with_title("Kansetsu")
        .with_app_id("kansetsu")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([640.0, 420.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions {
        viewport,
        wgpu_options: graphics(),
        ..eframe::NativeOptions::default()
    };
    let create = move |creation: &eframe::CreationContext<'_>| {
        let mut studio = Studio::new(creation);
        prepare(&mut studio);
        Ok(Box::new(studio) as Box<dyn eframe::App>)
    };
    eframe::run_native("Kansetsu", options, Box::new(create))
        .map_err(|error| NoWindow::Refused(error.to_string()))
}

/// How the app window is drawn: by the best graphics there are.
fn graphics() -> WgpuConfiguration {
    let mut options = WgpuConfiguration::default();
    // An adapter named by the user is preferred.
    if let (WgpuSetup::CreateNew(setup), None) =
        (&mut options.wgpu_setup, std::env::var_os("WGPU_ADAPTER_NAME"))
    {
        setup.native_adapter_selector = Some(Arc::new(|adapters, surface| {
            let fits = |adapter: &&wgpu::Adapter| {
                surface.is_none_or(|surface| adapter.is_surface_supported(surface))
            };
            let best = adapters.iter().filter(fits).min_by_key(|adapter| rank(&adapter.get_info()));
            best.cloned().ok_or_else(|| {
                "no graphics adapter that can draw into a window was found".to_owned()
            })
        }));
    }
    options
}

/// Adapters in the order in which they are taken. Where the processor itself draws, OpenGL keeps
/// its memory flat; Vulkan's software adapter does not.
fn rank(info: &wgpu::AdapterInfo) -> u8 {
    match (info.device_type, info.backend) {
        (wgpu::DeviceType::DiscreteGpu, wgpu::Backend::Gl) => 1,
        (wgpu::DeviceType::DiscreteGpu, _) => 0,
        (wgpu::DeviceType::IntegratedGpu, wgpu::Backend::Gl) => 3,
        (wgpu::DeviceType::IntegratedGpu, _) => 2,
        (wgpu::DeviceType::VirtualGpu, _) => 4,
        // OpenGL does not always say what it draws with.
        (wgpu::DeviceType::Other, _) => 5,
        (wgpu::DeviceType::Cpu, wgpu::Backend::Gl) => 6,
        (wgpu::DeviceType::Cpu, _) => 7,
    }
}

/// Whether there is something to open a window on. On other systems than Unix there always is.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "windows", target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_draws_before_a_processor_and_opengl_where_that_draws() {
        let info = |kind, backend| wgpu::AdapterInfo::new(kind, backend);
        use wgpu::{Backend, DeviceType};
        let order = [
            info(DeviceType::DiscreteGpu, Backend::Vulkan),
            info(DeviceType::IntegratedGpu, Backend::Vulkan),
            info(DeviceType::Other, Backend::Gl),
            info(DeviceType::Cpu, Backend::Gl),
            info(DeviceType::Cpu, Backend::Vulkan),
        ];
        assert!(order.windows(2).all(|pair| rank(&pair[0]) < rank(&pair[1])));
    }
}
