/** A constructor that gives back the object it is given, so that what extends it puts its fields onto that object. */
const Given = function (object: object) {
  return object
} as unknown as new (object: object) => object

/**
 * A mark on the copies of plain JSON that were made here: a private field, which nobody else can set, read or copy. It costs less than
 * a place in a WeakMap does, for each object of a manifest of a thousand commands.
 */
class Mark extends Given {
  readonly #of: Copy

  private constructor(copy: object, of: Copy) {
    super(copy)
    this.#of = of
  }

  static put(copy: object, of: Copy): object {
    return new Mark(copy, of)
  }

  static on(value: object): Copy | undefined {
    return #of in value ? value.#of : undefined
  }
}

/** What is known of a copy. */
export interface Copy {
  /** How many values it holds, itself included. */
  readonly values: number
  /** Whether `JSON.stringify` writes it in canonical form: an object puts names that are numbers first, whatever their order. */
  readonly isSorted: boolean
}

/** Marks an object as a copy, before it is frozen: all that it holds is plain JSON, and cannot change. */
export function markAsCopy(copy: object, of: Copy): void {
  Mark.put(copy, of)
}

/** What is known of an object that is a copy, and need not be read and copied again; undefined of any other. */
export function copyOf(value: object): Copy | undefined {
  return Mark.on(value)
}
