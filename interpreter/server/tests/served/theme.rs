//! Themes: how a game wants to be shown is told to the page, and what cannot be is told to who wrote it.

use bidlang::Game;
use bidlang_server::Theme;
use serde_json::{Value, json};

use crate::client::{Client, Served};

const GAME: &str = "do_my_bidding";

fn game() -> Game {
    Game::read("game.bid", bidlang_games::called(GAME).unwrap().text).unwrap()
}

#[test]
fn shipped_themes_fit_their_games() {
    let themes = bidlang_games::ALL.iter().filter_map(|shipped| Some((shipped, shipped.theme?)));
    let read = themes.map(|(shipped, theme)| {
        let game = Game::read(shipped.name, shipped.text).unwrap();
        Theme::read(&game, shipped.name, theme).unwrap();
    });
    assert!(read.count() > 0);
}

#[test]
fn what_is_wrong_with_a_theme_is_told_with_its_line() {
    let told = |theme: &str| {
        let wrong = Theme::read(&game(), "x.theme.json", theme).unwrap_err();
        wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
    };
    for (theme, wanted) in [
        (
            "{\n\"groups\": {\"Mone\": {}}}",
            "x.theme.json:2: the game has no group of cards `Mone`; did you mean `Monet`?",
        ),
        ("{\"places\": {\n\"lott\": \"first\"}}", "x.theme.json:2: the game has no place `lott`; did you mean `lot`?"),
        ("{\"places\": {\"lot\": \"left\"}}", "unknown variant `left`, expected one of `first`, `last`, `apart`"),
        ("{\"groups\": {\"Monet\": {\"shape\": \"mon\"}}}", "`mon` is no shape; did you mean `moon`?"),
        ("{\"groups\": {\"Monet\": {\"shape\": \"M0 0\\\"\"}}}", "is no shape"),
        ("{\"groups\": {\"Monet\": {\"colour\": \"pinkish\"}}}", "`pinkish` is no colour; say one of black, teal"),
        (
            "{\"groups\": {\"Monet\": {\"shape\": \"moon\"}, \"Degas\": {\"shape\": \"moon\"}}}",
            "`Monet` and `Degas` have the same shape",
        ),
        ("{\"colors\": {}}", "unknown field `colors`"),
        ("{", "EOF"),
    ] {
        assert!(told(theme).contains(wanted), "{theme}: {}", told(theme));
    }
    // All that is wrong is told at once.
    let both = told("{\"groups\": {\"Mone\": {}}, \"places\": {\"lott\": \"first\"}}");
    assert!(both.contains("`Mone`") && both.contains("`lott`"), "{both}");
    assert!(Theme::read(&game(), "x", "{\"groups\": {\"Monet\": {\"shape\": \"M0 0L9 9Z\"}}}").is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_theme_is_told_to_who_comes() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(data.path(), &[GAME, "goofspiel"]).await;
    let mut welcomes = Vec::new();
    for game in [GAME, "goofspiel"] {
        let table = served.table(game, &["person"; 3], json!({})).await;
        let mut client = Client::connect(served.address, &table.id, None, 0).await.unwrap();
        welcomes.push(client.until("welcome").await);
    }
    let [themed, plain] = welcomes.as_slice() else { panic!("two welcomes") };
    let of = |welcome: &Value, name: &str| {
        welcome["groups"].as_array().unwrap().iter().find(|group| group["name"] == name).cloned().unwrap()
    };
    let monet = of(themed, "Monet");
    assert_eq!(
        (&monet["colour"], &monet["shape"]),
        (&json!("teal"), &json!(bidlang::CardGroup::drawn("wave").unwrap()))
    );
    assert_eq!(themed["places"], json!({"lot": "first", "stock": "last", "start-up": "last"}));
    assert_eq!(plain["places"], json!({}));
    served.stop().await;
}
