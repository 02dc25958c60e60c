# A chain of bones reaches for a moving target, without a window:
#
#     godot --headless --path bindings/godot/demo --script reach.gd
#
# Prints the largest distance from the target and exits with 0, or with 1 if the target is missed.
extends SceneTree

const BONES := 6
const LENGTH := 0.25
const FRAMES := 120
# A target counts as reached within this, metres.
const REACHED := 0.001

var skeleton: Skeleton3D
var modifier: KansetsuModifier3D
var target: Node3D
var tip: BoneAttachment3D
var frame := 0
var worst := 0.0

func _initialize() -> void:
	skeleton = Skeleton3D.new()
	for bone in BONES:
		skeleton.add_bone("bone%d" % bone)
		skeleton.set_bone_parent(bone, bone - 1)
		var height := LENGTH if bone > 0 else 0.0
		skeleton.set_bone_rest(bone, Transform3D(Basis.IDENTITY, Vector3(0.0, height, 0.0)))
	skeleton.reset_bone_poses()
	root.add_child(skeleton)

	target = Node3D.new()
	target.name = "Target"
	root.add_child(target)

	modifier = KansetsuModifier3D.new()
	skeleton.add_child(modifier)
	modifier.target_bones = PackedStringArray(["bone%d" % (BONES - 1)])
	modifier.targets = [modifier.get_path_to(target)] as Array[NodePath]

	# Bones have the pose of the modifiers only until the end of the update: attachments keep it.
	tip = BoneAttachment3D.new()
	skeleton.add_child(tip)
	tip.bone_name = "bone%d" % (BONES - 1)

func _process(_delta: float) -> bool:
	# The first frames approach the target.
	if frame > FRAMES / 2:
		worst = maxf(worst, tip.global_position.distance_to(target.global_position))
	if frame < FRAMES / 2:
		var angle := frame * 0.05
		target.position = Vector3(0.4 * cos(angle), 0.7 + 0.2 * sin(angle), 0.3)
	frame += 1
	if frame < FRAMES:
		return false
	var is_reached := worst <= REACHED and modifier.get_problems().is_empty()
	print("%s: %.4f m from the target; %s" % [modifier.get_outcome(), worst, modifier.get_problems()])
	quit(0 if is_reached else 1)
	return true
