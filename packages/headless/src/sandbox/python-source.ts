/** Runs a program once the host has its process on record, and refuses what lies outside its folder. */
export const gate = `
import os, sys
if len(os.read(3, 1)) != 1: os._exit(70)
os.close(3)
import runpy, stat, tokenize, linecache, traceback, encodings.idna, _posixsubprocess
folder, entry = sys.argv[1:3]
def guard():
  library = os.path.dirname(os.__file__)
  devices = {"/dev/null", "/dev/urandom", "/dev/random"}
  refused = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.startfile",
    "os.kill", "os.killpg", "pty.", "ctypes.", "signal.", "winreg.", "fcntl.", "sys.remote_exec")
  lists = {"os.listdir", "os.scandir"}
  pairs = {"os.rename", "os.symlink", "os.link"}
  changes = {"os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.truncate", "os.utime", "os.chdir", "os.setxattr",
    "os.removexattr", "os.getxattr", "os.listxattr", "open"} | lists | pairs
  writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT
  realpath, fsdecode, sep, busy, home = os.path.realpath, os.fsdecode, os.sep, [], folder
  def inside(path, root): return path == root or path.startswith(root + sep)
  def allowed(path, reads):
    if isinstance(path, int) or path is None: return True
    real = realpath(fsdecode(path))
    return inside(real, home) or real in devices or (reads and inside(real, library))
  def reads(event, args):
    if event != "open": return event in lists
    mode, flags = args[1], args[2]
    return not (isinstance(mode, str) and any(c in mode for c in "wxa+")) and not (isinstance(flags, int) and flags & writing)
  def hook(event, args):
    if busy: return
    busy.append(1)
    try:
      if event.startswith(refused): raise PermissionError("a program may not use " + event)
      if event in changes:
        for path in args[:2] if event in pairs else args[:1]:
          if not allowed(path, reads(event, args)): raise PermissionError("a program may not reach " + repr(path))
    finally: busy.pop()
  return hook
def no(*_args): raise PermissionError("a program may not start a process")
_posixsubprocess.fork_exec = no
sys.modules["_ctypes"] = sys.modules["ctypes"] = None
sys.argv = [entry]
sys.path.insert(0, os.path.dirname(entry))
sys.addaudithook(guard())
runpy.run_path(entry, run_name="__main__")
`

/** Prints what Python files say by constants alone: literals, lists and dictionaries of them, names bound once, and JSON. */
export const findConstants = `
import ast, json, sys
sys.setrecursionlimit(20000)
missing = object()
def evaluator(nodes):
  bound, unsure, known = {}, set(), {}
  for node in nodes:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
      name = node.targets[0].id
      if name in bound: unsure.add(name)
      bound[name] = node.value
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)) and isinstance(node.target, ast.Name): unsure.add(node.target.id)
    elif isinstance(node, ast.arg): unsure.add(node.arg)
    elif isinstance(node, (ast.For, ast.comprehension)):
      for part in ast.walk(node.target):
        if isinstance(part, ast.Name): unsure.add(part.id)
  def value(node):
    if node in known: return known[node]
    known[node] = missing
    known[node] = found = evaluate(node)
    return found
  def every(parts):
    found = [value(part) for part in parts]
    return missing if any(part is missing for part in found) else found
  def evaluate(node):
    if isinstance(node, ast.Constant):
      return node.value if node.value is None or isinstance(node.value, (str, int, float, bool)) else missing
    if isinstance(node, (ast.List, ast.Tuple)): return every(node.elts)
    if isinstance(node, ast.Dict):
      if None in node.keys: return missing
      keys, values = every(node.keys), every(node.values)
      if keys is missing or values is missing or not all(isinstance(key, (str, int)) for key in keys): return missing
      return {str(key): part for key, part in zip(keys, values)}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
      part = value(node.operand)
      return -part if isinstance(part, (int, float)) and not isinstance(part, bool) else missing
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
      sides = every([node.left, node.right])
      return sides[0] + sides[1] if sides is not missing and all(isinstance(side, str) for side in sides) else missing
    if isinstance(node, ast.JoinedStr):
      parts = every([part.value if isinstance(part, ast.FormattedValue) else part for part in node.values])
      return missing if parts is missing else "".join(str(part) for part in parts)
    if isinstance(node, ast.Name): return value(bound[node.id]) if node.id in bound and node.id not in unsure else missing
    if isinstance(node, ast.Subscript):
      whole, key = value(node.value), value(node.slice)
      try: return missing if whole is missing or key is missing else whole[key]
      except Exception: return missing
    if isinstance(node, ast.Call) and node.args:
      name, part = ast.unparse(node.func), value(node.args[0])
      if part is missing: return missing
      try:
        if name in ("json.loads", "loads"): return json.loads(part)
        if name in ("json.dumps", "dumps"): return json.dumps(part)
      except Exception: pass
    return missing
  return value
values, printed = [], []
for text in json.load(sys.stdin):
  try: values.append(json.loads(text))
  except Exception: pass
  try: nodes = list(ast.walk(ast.parse(text)))
  except Exception: continue
  value = evaluator(nodes)
  for node in nodes:
    found = value(node)
    if found is not missing: values.append(found)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "sys.stdout.write", "stdout.write"):
      parts = [value(part) for part in node.args]
      if parts and missing not in parts: printed.append(parts[0] if len(parts) == 1 else " ".join(map(str, parts)))
json.dump({"values": values, "printed": printed}, sys.stdout)
`
