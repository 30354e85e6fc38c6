WITH lapsed AS (
  UPDATE status_page_subscribers SET asked_component_ids = NULL, asked_at = NULL
  WHERE status <> 'pending' AND asked_at < :before
)
DELETE FROM status_page_subscribers WHERE status = 'pending' AND created_at < :before
