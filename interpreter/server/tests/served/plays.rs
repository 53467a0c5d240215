//! Whole games over sockets.

use bidlang::engine::Stream;
use bidlang::{Game, Replay};
use serde_json::{Value, json};

use crate::client::{Client, Served};

/// Four clients play a game to its end; the record is what the rules give, and each has seen what its seat may.
async fn plays(game: &str, options: Value, seed: u64) {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[game]).await;
    let table = served.table(game, &["person"; 4], json!({"options": options})).await;
    let mut playing = Vec::new();
    for (seat, token) in (0_u64..).zip(table.tokens.clone()) {
        let (address, id) = (served.address, table.id.clone());
        playing.push(tokio::spawn(async move {
            let mut dice = Stream::new(seed, seat);
            let mut client = Client::connect(address, &id, token.as_deref(), 0).await.unwrap();
            client.play(|count| dice.below_long(count)).await;
            client
        }));
    }
    let mut clients = Vec::new();
    for one in playing {
        clients.push(one.await.unwrap());
    }
    let record = served.ask("GET", &format!("/api/tables/{}/record", table.id), None, None).await.1;
    let text = bidlang_games::called(game).unwrap().text;
    let rules = Game::read("game.bid", text).unwrap();
    let replay = Replay::read(&record).unwrap();
    let prepared = rules.prepare_replay(&replay).unwrap();
    replay.check(&prepared).unwrap();
    let over = clients[0].over.clone().unwrap();
    assert_eq!(over["seed"].as_str().unwrap(), replay.seed.to_string());
    assert_eq!(over["commitment"], table.commitment.as_str());
    for (seat, client) in (0_u8..).zip(&clients) {
        assert_eq!(client.over, clients[0].over);
        let mut lines = Vec::new();
        let mut recorder = bidlang::Recorder::new(&prepared, 0, Some(seat), |line| lines.push(line));
        let mut again = replay.table(&prepared);
        again.replay(&replay.choices, &mut recorder).unwrap();
        recorder.end(&again, None);
        drop(recorder);
        let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(client.lines.len(), lines.len());
        assert_eq!(client.lines, lines, "seat {seat}");
        assert!(client.story.iter().any(|words| words.contains("Final scores")), "{:?}", client.story);
    }
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_clients_play_tricks() {
    plays("hearts", json!({}), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_clients_choose_at_once() {
    plays("goofspiel", json!({}), 2).await;
}
