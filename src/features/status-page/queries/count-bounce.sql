-- A message that was taken begins the count anew; some that were turned down in a row suspend.
UPDATE status_page_subscribers SET
  bounces = CASE WHEN :bounced::boolean THEN bounces + 1 ELSE 0 END,
  status = CASE WHEN :bounced::boolean AND bounces + 1 >= :most::integer THEN 'suspended' ELSE status END
WHERE organization_id = :organization_id AND id = :id AND (:bounced::boolean OR bounces > 0)
