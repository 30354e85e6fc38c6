-- @result inDay, inHalfHour, ofGroupInMinute: !
SELECT count(*)::integer AS "inDay",
  (count(*) FILTER (WHERE sent_at > now() - interval '30 minutes'))::integer AS "inHalfHour",
  (count(*) FILTER (WHERE about = :about AND sent_at > now() - interval '1 minute'))::integer AS "ofGroupInMinute"
FROM phone_messages
WHERE way_id = :way_id AND sent_at > now() - interval '24 hours'
