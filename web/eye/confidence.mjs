// How sure the face of a die must be, of 1, to be shown as it is, and to be shown with a question mark.
export const SURE = 0.7;
export const UNSURE = 0.3;
