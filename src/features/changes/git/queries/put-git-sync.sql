-- What the row says now: it is looked at anew.
INSERT INTO git_syncs AS one (organization_id, id, url, enabled, poll_seconds, pushes, due_at)
VALUES (:organization_id, :id, :url, :enabled, :poll_seconds, :pushes, CASE WHEN :enabled THEN now() END)
ON CONFLICT (organization_id, id) DO UPDATE
SET url = :url, enabled = :enabled, poll_seconds = :poll_seconds, pushes = :pushes,
  due_at = CASE WHEN :enabled THEN now() END
