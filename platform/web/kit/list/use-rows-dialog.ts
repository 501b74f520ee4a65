import { useState } from 'react';

/**
 * A dialog about rows of a list, opened by an action of one row or of the chosen ones. Its `open` answers false, as a bulk
 * action does whose rows stay chosen: they are let go by `clear` once the dialog has done its work, not when it is cancelled.
 */
export function useRowsDialog<Row>() {
  const [task, setTask] = useState<{ rows: Row[]; clear?: (() => void) | undefined }>();
  return {
    rows: task?.rows,
    open: (rows: Row[], clear?: () => void): false => {
      setTask({ rows, clear });
      return false;
    },
    onClose: () => setTask(undefined),
    onDone: () => task?.clear?.(),
  };
}
