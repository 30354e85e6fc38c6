DELETE FROM phone_messages WHERE sent_at < now() - interval '24 hours'
