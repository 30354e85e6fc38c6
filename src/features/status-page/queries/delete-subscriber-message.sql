DELETE FROM status_page_messages
WHERE organization_id = :organization_id AND subscriber_id = :subscriber_id
  AND incident_id = :incident_id AND at = :at
