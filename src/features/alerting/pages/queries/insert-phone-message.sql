INSERT INTO phone_messages (way_id, about) VALUES (:way_id, :about)
