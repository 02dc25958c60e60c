//! Pictures on their way back from the graphics card.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use eframe::wgpu;

use super::{card::Gpu, error::Error, finished::Picture, target::Target};

const ON_ITS_WAY: u8 = 0;
const ARRIVED: u8 = 1;
const LOST: u8 = 2;

/// A picture that is being drawn.
#[derive(Debug)]
pub struct Pending {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
    width: u32,
    height: u32,
}

impl Pending {
    /// Copies a finished picture where it can be read, and submits everything that was recorded.
    pub(crate) fn new(gpu: Gpu<'_>, target: &Target, mut encoder: wgpu::CommandEncoder) -> Self {
        let (width, height) = (target.extent.width, target.extent.height);
        let row = row_bytes(width);
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row),
            rows_per_image: None,
        };
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        encoder.copy_texture_to_buffer(
            target.finished.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
            size,
        );
        gpu.queue.submit([encoder.finish()]);
        let state = Arc::new(AtomicU8::new(ON_ITS_WAY));
        let seen = state.clone();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            seen.store(if result.is_ok() { ARRIVED } else { LOST }, Ordering::Release);
        });
        Self { buffer, state, width, height }
    }

    /// The picture, or `None` until it is ready: ask again in the next frame.
    ///
    /// # Errors
    /// [`Error::Lost`].
    pub fn take(&self, device: &wgpu::Device) -> Result<Option<Picture>, Error> {
        device.poll(wgpu::PollType::Poll).map_err(|_| Error::Lost)?;
        match self.state.load(Ordering::Acquire) {
            ON_ITS_WAY => Ok(None),
            ARRIVED => self.read().map(Some),
            _ => Err(Error::Lost),
        }
    }

    /// Waits until the picture is ready. Not in a web page, where nothing may wait.
    ///
    /// # Errors
    /// [`Error::Lost`].
    pub fn wait(&self, device: &wgpu::Device) -> Result<Picture, Error> {
        device.poll(wgpu::PollType::wait_indefinitely()).map_err(|_| Error::Lost)?;
        self.take(device)?.ok_or(Error::Lost)
    }

    fn read(&self) -> Result<Picture, Error> {
        let view = self.buffer.slice(..).get_mapped_range().map_err(|_| Error::Lost)?;
        let width = 4 * self.width as usize;
        let rows = view.chunks_exact(row_bytes(self.width) as usize);
        let pixels = rows
            .flat_map(|row| row[..width].as_chunks::<4>().0)
            .map(|pixel| straight(*pixel))
            .collect();
        Ok(Picture { width: self.width, height: self.height, pixels })
    }
}

/// Rows in buffers start at multiples of 256 bytes.
fn row_bytes(width: u32) -> u32 {
    (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

/// Light multiplied by alpha to straight numbers.
fn straight([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    if a == u8::MAX || a == 0 {
        return [r, g, b, a];
    }
    let alpha = f32::from(a) / 255.0;
    let divide = |channel: u8| {
        (encode((decode(f32::from(channel) / 255.0) / alpha).min(1.0)) * 255.0).round() as u8
    };
    [divide(r), divide(g), divide(b), a]
}

fn decode(value: f32) -> f32 {
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn encode(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_covered_white_is_white() {
        let half = (encode(0.5) * 255.0).round() as u8;
        let [r, g, b, a] = straight([half, half, half, 128]);
        assert!(r >= 253 && g == r && b == r && a == 128, "{r}");
        assert_eq!(straight([7, 8, 9, 255]), [7, 8, 9, 255]);
    }
}
