/** What stands at an alert as what raised it, where that is no row. */

/** Reports of rows that have stopped, whoever sent them: nobody deletes it, and it ends its alerts itself. */
export const reportsSource = "state_reports";
