/**
 * Undoes what an earlier program may have left on the terminal, without moving the cursor or touching what is there:
 * alternate screen and scroll region (both would move it: saved and put back around them), colours and hidden text, line-drawing
 * letters, insert mode, no wrapping, a hidden cursor, mouse and focus reports. Bracketed paste goes on.
 */
export const neutralise =
  "\u001b7\u001b[r\u001b[?1049l\u001b8" +
  "\u001b[0m\u001b(B\u000f\u001b[4l\u001b[?7h\u001b[?25h" +
  "\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1004l\u001b[?2004h"

/** Erases what stands below the cursor, before the question is drawn there; never afterwards. */
export const eraseBelow = "\u001b[J"

/** Ends bracketed paste: the shell turns it on for itself. */
export const pasteOff = "\u001b[?2004l"
