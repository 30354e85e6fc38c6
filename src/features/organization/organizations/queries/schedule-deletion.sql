-- One that is scheduled already keeps its beginning.
UPDATE organizations
SET delete_at = now() + make_interval(days => :days), deletion_asked_at = coalesce(deletion_asked_at, now()),
  deletion_asked_by = :by, deletion_reason = :reason
WHERE id = :id
