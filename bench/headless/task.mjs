// The task that every side carries out: one question, and a result with the answer in it. No model is asked: what one would reply
// is computed at once, so that everything that is measured is the framework's.

export const request = "Paint the wall"
export const analysis = {
  task: "Paint the wall",
  deliverable: "A painted wall",
  constraints: ["by Friday"],
  missing_information: ["the colour"]
}
export const question = { body: "Which colour is the wall to have?", expected_type: "a colour" }
export const resultOf = (answer) => `The wall is ${answer}.`
