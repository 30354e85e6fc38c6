-- A deletion that is due waits for a whole export since the organization took its last change.
-- @result active, suspended, deleting, overdue: !
SELECT (count(*) FILTER (WHERE suspended_at IS NULL AND delete_at IS NULL))::integer AS active,
  (count(*) FILTER (WHERE suspended_at IS NOT NULL AND delete_at IS NULL))::integer AS suspended,
  (count(*) FILTER (WHERE delete_at > now()))::integer AS deleting,
  (count(*) FILTER (WHERE delete_at <= now()))::integer AS overdue
FROM organizations
