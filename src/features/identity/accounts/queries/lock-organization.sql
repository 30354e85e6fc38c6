-- Holds off writers of its rows, which need a shared lock on it.
-- With what its deletion waits for: its time, and a whole export since it took its last change.
-- @result due, exported: !
SELECT id, coalesce(delete_at <= now(), false) AS due,
  coalesce(exported_at >= least(suspended_at, deletion_asked_at), false) AS exported
FROM organizations WHERE id = :id FOR UPDATE
