//! A compute pipeline made from what its shader says of itself.

use std::borrow::Cow;
use std::sync::Arc;

use phinum_shaders::{Access, Shader};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, BufferBindingType, BufferSize,
    ComputePipeline, ComputePipelineDescriptor, PipelineCompilationOptions,
    PipelineLayoutDescriptor, ShaderModuleDescriptor, ShaderSource, ShaderStages,
};

use crate::device::Device;
use crate::error::Trouble;

/// Which kernel: a shader, the constants set in it, and what of it is written at run time.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) shader: &'static Shader,
    /// The constants besides the workgroup's size.
    pub(crate) constants: &'static [&'static str],
    pub(crate) values: [u32; 2],
    /// A function of the shader, and the body that takes the place of its own.
    pub(crate) body: Option<(&'static str, Arc<str>)>,
}

impl Variant {
    /// As it is.
    pub(crate) fn plain(shader: &'static Shader) -> Variant {
        Variant { shader, constants: &[], values: [0; 2], body: None }
    }

    /// Whether `other` is the same.
    pub(crate) fn is(&self, other: &Variant) -> bool {
        self.shader.name == other.shader.name
            && self.values == other.values
            && self.body == other.body
    }

    fn source(&self) -> Cow<'static, str> {
        match &self.body {
            None => self.shader.source.into(),
            Some((name, body)) => self.shader.with_body(name, body).into(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) variant: Variant,
    /// Invocations of a workgroup.
    pub(crate) workgroup: u32,
    pub(crate) pipeline: ComputePipeline,
    layout: BindGroupLayout,
}

impl Kernel {
    pub(crate) fn new(
        device: &Device,
        variant: Variant,
        workgroup: u32,
    ) -> Result<Kernel, Trouble> {
        let shader = variant.shader;
        let label = Some(shader.name);
        let entries: Vec<_> = (0..).zip(shader.bindings).map(entry).collect();
        let mut constants = vec![("WORKGROUP", f64::from(workgroup))];
        constants
            .extend(variant.constants.iter().zip(variant.values).map(|(c, v)| (*c, f64::from(v))));
        device.scoped(|| {
            let d = &device.raw;
            let module = d.create_shader_module(ShaderModuleDescriptor {
                label,
                source: ShaderSource::Wgsl(variant.source()),
            });
            let layout =
                d.create_bind_group_layout(&BindGroupLayoutDescriptor { label, entries: &entries });
            let pipeline_layout = d.create_pipeline_layout(&PipelineLayoutDescriptor {
                label,
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = d.create_compute_pipeline(&ComputePipelineDescriptor {
                label,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(shader.entry_point),
                compilation_options: PipelineCompilationOptions {
                    constants: &constants,
                    // Kernels write workgroup memory before they read it.
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            });
            Kernel { variant, workgroup, pipeline, layout }
        })
    }

    /// Binds `buffers`, in the order in which the shader has them.
    pub(crate) fn bind<'a>(
        &self,
        device: &Device,
        buffers: impl Iterator<Item = BindingResource<'a>>,
    ) -> BindGroup {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        debug_assert_eq!(entries.len(), self.variant.shader.bindings.len());
        device.raw.create_bind_group(&BindGroupDescriptor {
            label: Some(self.variant.shader.name),
            layout: &self.layout,
            entries: &entries,
        })
    }
}

fn entry((binding, shader): (u32, &phinum_shaders::Binding)) -> BindGroupLayoutEntry {
    let ty = match shader.access {
        Access::Uniform => BufferBindingType::Uniform,
        Access::Read => BufferBindingType::Storage { read_only: true },
        Access::Write => BufferBindingType::Storage { read_only: false },
    };
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            // A chunk of several dispatches has as many parameters in one buffer.
            has_dynamic_offset: shader.access == Access::Uniform,
            min_binding_size: BufferSize::new(shader.least),
        },
        count: None,
    }
}
