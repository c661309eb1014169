import { createContext } from 'react';

/** Whether a frame is around already: a page of the back office that fails is drawn within its frame. */
export const FrameContext = createContext(false);
