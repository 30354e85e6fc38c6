-- One that was not tried was claimed for nothing.
UPDATE status_page_messages SET next_attempt_at = :until, attempts = attempts - CASE WHEN :untried::boolean THEN 1 ELSE 0 END
WHERE organization_id = :organization_id AND subscriber_id = :subscriber_id
  AND incident_id = :incident_id AND at = :at
