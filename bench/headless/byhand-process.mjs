// One process of byhand: node byhand-process.mjs pause ROOT, or node byhand-process.mjs resume ROOT SESSION
import { startByhand } from "./byhand.mjs"

const [what, root, id] = process.argv.slice(2)
const byhand = startByhand(root)
console.log(what === "pause" ? await byhand.pause() : await byhand.resume(id, "blue"))
