//! Vertices that are sent again with every picture.

use eframe::wgpu;

/// A buffer that grows with its content.
#[derive(Debug)]
pub(crate) struct Stream {
    buffer: wgpu::Buffer,
    label: &'static str,
}

impl Stream {
    pub(crate) fn new(device: &wgpu::Device, label: &'static str) -> Self {
        Self { buffer: allocate(device, label, 4096), label }
    }

    /// Sends the numbers, in a larger buffer when they need one.
    pub(crate) fn write(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, numbers: &[f32]) {
        let bytes: &[u8] = bytemuck::cast_slice(numbers);
        if bytes.is_empty() {
            return;
        }
        if bytes.len() as u64 > self.buffer.size() {
            self.buffer = allocate(device, self.label, (bytes.len() as u64).next_power_of_two());
        }
        queue.write_buffer(&self.buffer, 0, bytes);
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}

fn allocate(device: &wgpu::Device, label: &str, size: u64) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}
