-- One that is confirmed stays so, however many there are.
-- @param most: nullable
UPDATE status_page_subscribers SET status = 'confirmed', bounces = 0,
  component_ids = coalesce(asked_component_ids, component_ids), asked_component_ids = NULL, asked_at = NULL
WHERE organization_id = :organization_id AND id = :id AND (
  status = 'confirmed' OR :most::integer IS NULL OR :most::integer > (
    SELECT count(*) FROM status_page_subscribers
    WHERE organization_id = :organization_id AND status = 'confirmed'
  )
)
RETURNING id
