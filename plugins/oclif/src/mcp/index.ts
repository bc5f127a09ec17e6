export { serve } from "./serve.ts"
export { toolsOf } from "./tools.ts"
